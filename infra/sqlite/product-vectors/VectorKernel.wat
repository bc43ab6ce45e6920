;; See VectorKernel.ts. Made into VectorKernel.wasm by: node bin/node.mjs bin/vector-kernel.mjs
(module
  (import "scan" "memory" (memory 1))

  (func (export "addRows")
    (param $codes i32) (param $rowA i32) (param $rowB i32) (param $rowC i32) (param $rowD i32) (param $entries i32)
    (param $sums i32) (param $sumsEnd i32)
    (local $fifteens v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $ofA v128) (local $ofB v128) (local $ofC v128) (local $ofD v128)
    ;; what sixteen codes add by two rows each, at most 254
    (local $two v128) (local $otherTwo v128)
    (local.set $fifteens (i8x16.splat (i32.const 15)))
    (local.set $ofA (v128.load (local.get $entries)))
    (local.set $ofB (v128.load offset=16 (local.get $entries)))
    (local.set $ofC (v128.load offset=32 (local.get $entries)))
    (local.set $ofD (v128.load offset=48 (local.get $entries)))
    (local.set $rowA (i32.add (local.get $codes) (local.get $rowA)))
    (local.set $rowB (i32.add (local.get $codes) (local.get $rowB)))
    (local.set $rowC (i32.add (local.get $codes) (local.get $rowC)))
    (local.set $rowD (i32.add (local.get $codes) (local.get $rowD)))
    (loop $codesTogether
      (local.set $a (v128.load (local.get $rowA)))
      (local.set $b (v128.load (local.get $rowB)))
      (local.set $c (v128.load (local.get $rowC)))
      (local.set $d (v128.load (local.get $rowD)))
      ;; four bits are an index below sixteen, so what a relaxed swizzle does beyond does not matter
      (local.set $two
        (i8x16.add
          (i8x16.relaxed_swizzle (local.get $ofA) (v128.and (local.get $a) (local.get $fifteens)))
          (i8x16.relaxed_swizzle (local.get $ofB) (v128.and (local.get $b) (local.get $fifteens)))))
      (local.set $otherTwo
        (i8x16.add
          (i8x16.relaxed_swizzle (local.get $ofC) (v128.and (local.get $c) (local.get $fifteens)))
          (i8x16.relaxed_swizzle (local.get $ofD) (v128.and (local.get $d) (local.get $fifteens)))))
      (v128.store (local.get $sums)
        (i16x8.add (v128.load (local.get $sums))
          (i16x8.add
            (i16x8.extend_low_i8x16_u (local.get $two))
            (i16x8.extend_low_i8x16_u (local.get $otherTwo)))))
      (v128.store offset=16 (local.get $sums)
        (i16x8.add (v128.load offset=16 (local.get $sums))
          (i16x8.add
            (i16x8.extend_high_i8x16_u (local.get $two))
            (i16x8.extend_high_i8x16_u (local.get $otherTwo)))))
      (local.set $two
        (i8x16.add
          (i8x16.relaxed_swizzle (local.get $ofA) (v128.and (i16x8.shr_u (local.get $a) (i32.const 4)) (local.get $fifteens)))
          (i8x16.relaxed_swizzle (local.get $ofB) (v128.and (i16x8.shr_u (local.get $b) (i32.const 4)) (local.get $fifteens)))))
      (local.set $otherTwo
        (i8x16.add
          (i8x16.relaxed_swizzle (local.get $ofC) (v128.and (i16x8.shr_u (local.get $c) (i32.const 4)) (local.get $fifteens)))
          (i8x16.relaxed_swizzle (local.get $ofD) (v128.and (i16x8.shr_u (local.get $d) (i32.const 4)) (local.get $fifteens)))))
      (v128.store offset=32 (local.get $sums)
        (i16x8.add (v128.load offset=32 (local.get $sums))
          (i16x8.add
            (i16x8.extend_low_i8x16_u (local.get $two))
            (i16x8.extend_low_i8x16_u (local.get $otherTwo)))))
      (v128.store offset=48 (local.get $sums)
        (i16x8.add (v128.load offset=48 (local.get $sums))
          (i16x8.add
            (i16x8.extend_high_i8x16_u (local.get $two))
            (i16x8.extend_high_i8x16_u (local.get $otherTwo)))))
      (local.set $rowA (i32.add (local.get $rowA) (i32.const 16)))
      (local.set $rowB (i32.add (local.get $rowB) (i32.const 16)))
      (local.set $rowC (i32.add (local.get $rowC) (i32.const 16)))
      (local.set $rowD (i32.add (local.get $rowD) (i32.const 16)))
      (local.set $sums (i32.add (local.get $sums) (i32.const 64)))
      (br_if $codesTogether (i32.lt_u (local.get $sums) (local.get $sumsEnd)))))

  (func (export "findHigh")
    (param $sums i32) (param $sumsEnd i32) (param $least i32) (param $found i32) (result i32)
    (local $leasts v128) (local $bits i32) (local $place i32)
    (local.set $leasts (i16x8.splat (local.get $least)))
    (loop $eight
      (local.set $bits (i16x8.bitmask (i16x8.ge_u (v128.load (local.get $sums)) (local.get $leasts))))
      (if (local.get $bits) (then
        (loop $bit
          (i32.store (local.get $found) (i32.add (local.get $place) (i32.ctz (local.get $bits))))
          (local.set $found (i32.add (local.get $found) (i32.const 4)))
          (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
          (br_if $bit (local.get $bits)))))
      (local.set $place (i32.add (local.get $place) (i32.const 8)))
      (local.set $sums (i32.add (local.get $sums) (i32.const 16)))
      (br_if $eight (i32.lt_u (local.get $sums) (local.get $sumsEnd))))
    (local.get $found))

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
