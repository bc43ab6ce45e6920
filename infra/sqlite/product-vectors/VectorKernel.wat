;; See VectorKernel.ts. Made into VectorKernel.wasm by: node bin/node.mjs bin/vector-kernel.mjs
(module
  (import "scan" "memory" (memory 1))

  (func (export "sumEntries")
    (param $codes i32) (param $entries i32) (param $entriesEnd i32) (param $sums i32) (param $sumsEnd i32)
    (local $at i32) (local $ofLower v128) (local $ofUpper v128) (local $fifteens v128)
    ;; what sixteen bytes add, at most 254 each
    (local $bytes v128) (local $entry v128)
    ;; of sixteen codes: the sums of pairs as 16 bits, so the second 256 times, and the sums of the second ones
    (local $pairsA v128) (local $secondsA v128) (local $pairsB v128) (local $secondsB v128)
    (local.set $fifteens (i8x16.splat (i32.const 15)))
    (loop $codesTogether
      (local.set $at (local.get $entries))
      (local.set $pairsA (v128.const i64x2 0 0))
      (local.set $secondsA (v128.const i64x2 0 0))
      (local.set $pairsB (v128.const i64x2 0 0))
      (local.set $secondsB (v128.const i64x2 0 0))
      (loop $byte
        (local.set $ofLower (v128.load (local.get $at)))
        (local.set $ofUpper (v128.load offset=16 (local.get $at)))
        (local.set $bytes (v128.load (local.get $codes)))
        (local.set $entry
          (i8x16.add
            (i8x16.swizzle (local.get $ofLower) (v128.and (local.get $bytes) (local.get $fifteens)))
            (i8x16.swizzle (local.get $ofUpper) (v128.and (i16x8.shr_u (local.get $bytes) (i32.const 4)) (local.get $fifteens)))))
        (local.set $pairsA (i16x8.add (local.get $pairsA) (local.get $entry)))
        (local.set $secondsA (i16x8.add (local.get $secondsA) (i16x8.shr_u (local.get $entry) (i32.const 8))))
        (local.set $bytes (v128.load offset=16 (local.get $codes)))
        (local.set $entry
          (i8x16.add
            (i8x16.swizzle (local.get $ofLower) (v128.and (local.get $bytes) (local.get $fifteens)))
            (i8x16.swizzle (local.get $ofUpper) (v128.and (i16x8.shr_u (local.get $bytes) (i32.const 4)) (local.get $fifteens)))))
        (local.set $pairsB (i16x8.add (local.get $pairsB) (local.get $entry)))
        (local.set $secondsB (i16x8.add (local.get $secondsB) (i16x8.shr_u (local.get $entry) (i32.const 8))))
        (local.set $codes (i32.add (local.get $codes) (i32.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $byte (i32.lt_u (local.get $at) (local.get $entriesEnd))))
      (call $storeSums (local.get $sums) (local.get $pairsA) (local.get $secondsA))
      (call $storeSums (i32.add (local.get $sums) (i32.const 32)) (local.get $pairsB) (local.get $secondsB))
      (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
      (br_if $codesTogether (i32.lt_u (local.get $sums) (local.get $sumsEnd)))))

  ;; the first of each pair is what is left without the second
  (func $storeSums (param $at i32) (param $pairs v128) (param $seconds v128)
    (local.set $pairs (i16x8.sub (local.get $pairs) (i16x8.shl (local.get $seconds) (i32.const 8))))
    (v128.store (local.get $at)
      (i8x16.shuffle 0 1 16 17 2 3 18 19 4 5 20 21 6 7 22 23 (local.get $pairs) (local.get $seconds)))
    (v128.store offset=16 (local.get $at)
      (i8x16.shuffle 8 9 24 25 10 11 26 27 12 13 28 29 14 15 30 31 (local.get $pairs) (local.get $seconds))))

  (func (export "multiply")
    (param $query i32) (param $queryEnd i32) (param $vector i32) (param $gap i32)
    (param $products i32) (param $productsEnd i32)
    (local $at i32) (local $sumA v128) (local $sumB v128)
    (loop $vectors
      (local.set $at (local.get $query))
      (local.set $sumA (v128.const i64x2 0 0))
      (local.set $sumB (v128.const i64x2 0 0))
      (loop $components
        (local.set $sumA
          (i32x4.add (local.get $sumA) (i32x4.dot_i16x8_s (v128.load (local.get $at)) (v128.load (local.get $vector)))))
        (local.set $sumB
          (i32x4.add (local.get $sumB)
            (i32x4.dot_i16x8_s (v128.load offset=16 (local.get $at)) (v128.load offset=16 (local.get $vector)))))
        (local.set $vector (i32.add (local.get $vector) (i32.const 32)))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br_if $components (i32.lt_u (local.get $at) (local.get $queryEnd))))
      (local.set $sumA (i32x4.add (local.get $sumA) (local.get $sumB)))
      (i32.store (local.get $products)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sumA)) (i32x4.extract_lane 1 (local.get $sumA)))
          (i32.add (i32x4.extract_lane 2 (local.get $sumA)) (i32x4.extract_lane 3 (local.get $sumA)))))
      (local.set $vector (i32.add (local.get $vector) (local.get $gap)))
      (local.set $products (i32.add (local.get $products) (i32.const 4)))
      (br_if $vectors (i32.lt_u (local.get $products) (local.get $productsEnd))))))
