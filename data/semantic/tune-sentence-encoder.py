"""
Makes `sentence-encoder.bin.gz` from what `sentence-encoder.py` makes, by training it on the wordings of `intents.tsv`.

    pip install numpy==2.4.6 jax==0.10.2 optax==0.2.8
    python data/semantic/sentence-encoder.py base.bin.gz
    python data/semantic/tune-sentence-encoder.py base.bin.gz data/semantic/sentence-encoder.bin.gz test/infra/embedding/sentences.json

Then `train-intents.ts` and `train-ruled-out.ts`, as the vectors are others.

It is run once, by hand, and takes a quarter of an hour on two cores. Sums are added up by threads in the order that the processor likes best, so
another machine gives other last bits and with them slightly other weights. What the program computes with the file is the same everywhere.

Each wording is to lie near its need and far from all others: softmax over the cosines of its vector and a vector for each need, which is
learnt as well and then thrown away. All layers learn, and the rows of the pieces that occur. These move so little (.006, their steps are .2 to .7)
that in the file they are as before; a grid fine enough for what they learnt makes it 15 % larger. Words are left out at random. The last
wordings of each cell are no part of this: by them one sees what it is worth.
"""

import gzip
import json
import pathlib
import struct
import sys
import unicodedata

import jax
import jax.numpy as jnp
import numpy as np
import optax

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEED = 1
EPOCHS = 3
BATCH = 256
LAYER_RATE = 1e-4
ROW_RATE = 5e-4
NEED_RATE = 3e-3
# how much a cosine counts, and what of the probability all needs share
SCALE = 16
SMOOTHING = 0.1
WORDS_LEFT_OUT = 0.1
LEARNT_OF_CELL = 0.85

ROW = 512
BRANCH = 256
BRANCHES = ((2, 0), (3, 1), (5, 2))
NORMS = ("inner gain", "inner bias", "outer gain", "outer bias")
KINDS = {"f32": "<f4", "i8": "i1", "u8": "u1"}
EPSILON = 1e-12
UNKNOWN, BEGINNING, END = 0, 1, 2
CHARACTERS_MAX = 200
LAYER_STEPS = 127


def read(path):
    content = gzip.decompress(pathlib.Path(path).read_bytes())
    length = struct.unpack("<I", content[4:8])[0]
    head = json.loads(content[8 : 8 + length])
    at, sections = 8 + length, {}
    for section in head["sections"]:
        kind = np.dtype(KINDS[section["kind"]])
        sections[section["name"]] = np.frombuffer(content, kind, section["length"], at)
        at += section["length"] * kind.itemsize
    return head, sections


def layer_names(sections):
    return [name for name in sections if f"{name} steps" in sections]


def weights_of(sections):
    layers = {name: sections[name].copy() for name in NORMS}
    for name in layer_names(sections):
        steps = sections[f"{name} steps"]
        layers[name] = (sections[name].astype("f4").reshape(-1, len(steps)) * steps).astype("f4")
        layers[f"{name} bias"] = sections[f"{name} bias"].copy()
    rows = sections["rows"].reshape(-1, ROW) * sections["scale"][:, None] + sections["low"][:, None]
    return layers, rows.astype("f4")


class Tokenizer:
    """As domain/semantic/sentence/PieceTokenizer.ts."""

    def __init__(self, head, scores):
        self.ids = {piece: i for i, piece in enumerate(head["pieces"])}
        self.scores = scores.astype(float)
        self.unknown = head["unknownScore"]
        self.longest = max(map(len, self.ids))

    def pieces_of(self, text):
        words = unicodedata.normalize("NFKC", text.lower()).split()
        letters = "".join("\u2581" + word for word in words)[:CHARACTERS_MAX]
        best = [(0.0, 0, UNKNOWN)] + [(-np.inf, 0, UNKNOWN)] * len(letters)
        for start in range(len(letters)):
            for end in range(start + 1, min(len(letters), start + self.longest) + 1):
                i = self.ids.get(letters[start:end])
                if i is None and end > start + 1:
                    continue
                score = best[start][0] + (self.unknown if i is None else self.scores[i])
                if score > best[end][0]:
                    best[end] = (score, start, UNKNOWN if i is None else i)
        found, end = [], len(letters)
        while end > 0:
            found.append(best[end][2])
            end = best[end][1]
        return [BEGINNING, *(found[::-1] or [UNKNOWN]), END]


def read_wordings():
    """Each wording with the number of its need, and whether it is learnt from."""
    lines = (ROOT / "data/semantic/intents.tsv").read_text().split("\n")
    rows = [line.split("\t") for line in lines if line.strip() and not line.startswith("#")][1:]
    for need, (_, *cells) in enumerate(rows):
        for cell in cells:
            wordings = [wording.strip() for wording in cell.split(",") if wording.strip()]
            for i, wording in enumerate(wordings):
                yield wording, need, i < len(wordings) * LEARNT_OF_CELL


def normalized(values, gain, bias):
    mean = values.mean(-1, keepdims=True)
    variance = ((values - mean) ** 2).mean(-1, keepdims=True)
    return (values - mean) * jax.lax.rsqrt(variance + EPSILON) * gain + bias


def windows(values, width, before):
    length = values.shape[1]
    padded = jnp.pad(values, ((0, 0), (before, width - 1 - before), (0, 0)))
    return jnp.concatenate([padded[:, k : k + length] for k in range(width)], -1)


def forward(layers, rows, mask):
    """As domain/semantic/sentence/SentenceEncoder.ts, for many sentences that are filled up to one length."""

    def through(name, values):
        return values @ layers[name] + layers[f"{name} bias"]

    projected = normalized(through("projection", rows), layers["inner gain"], layers["inner bias"]) * mask
    features = [rows]
    for k, (width, before) in enumerate(BRANCHES):
        own = projected[..., k * BRANCH : (k + 1) * BRANCH]
        first = (jax.nn.relu(through(f"first{width}", windows(own, width, before))) + own) * mask
        features.append(jax.nn.relu(through(f"second{width}", windows(first, width, before))) + first)
    pieces = normalized(jnp.concatenate(features, -1), layers["outer gain"], layers["outer bias"]) * mask
    count = mask.sum((1, 2))[:, None]
    mean = (pieces.sum(1) @ layers["pooled"] + count * layers["pooled bias"]) / jnp.sqrt(count)
    first = jax.nn.relu(through("d0", mean))
    second = jax.nn.relu(through("p1", mean) + through("d1", first))
    third = jax.nn.relu(through("d2", second))
    last = jnp.tanh(through("p3", second) + through("d3", third))
    return last / jnp.linalg.norm(last, axis=-1, keepdims=True)


def filled(texts, multiple=4):
    length = -(-max(map(len, texts)) // multiple) * multiple
    ids, mask = np.zeros((len(texts), length), "i4"), np.zeros((len(texts), length, 1), "f4")
    for i, pieces in enumerate(texts):
        ids[i, : len(pieces)], mask[i, : len(pieces)] = pieces, 1
    return ids, mask


compiled_forward = jax.jit(forward)


def encode(layers, rows, texts, size=512):
    vectors = np.zeros((len(texts), ROW), "f4")
    order = np.argsort([len(pieces) for pieces in texts], kind="stable")
    for start in range(0, len(order), size):
        chosen = order[start : start + size]
        ids, mask = filled([texts[i] for i in [*chosen, *[chosen[0]] * (size - len(chosen))]])
        vectors[chosen] = np.asarray(compiled_forward(layers, rows[ids] * mask, mask))[: len(chosen)]
    return vectors


def scores_of(needs, vectors):
    centred = vectors - needs["mean"]
    centred = centred / jnp.linalg.norm(centred, axis=1, keepdims=True)
    unit = needs["vectors"] / jnp.linalg.norm(needs["vectors"], axis=1, keepdims=True)
    return SCALE * centred @ unit.T + needs["bias"]


def loss_of(weights, ids, mask, of):
    scores = scores_of(weights["needs"], forward(weights["layers"], weights["rows"][ids] * mask, mask))
    count = scores.shape[1]
    wanted = jax.nn.one_hot(of, count) * (1 - SMOOTHING) + SMOOTHING / count
    return -(wanted * jax.nn.log_softmax(scores)).sum(-1).mean()


def first_needs(vectors, of):
    mean = vectors.mean(0)
    means = np.stack([vectors[of == need].mean(0) - mean for need in range(of.max() + 1)])
    means /= np.linalg.norm(means, axis=1, keepdims=True)
    return {"vectors": jnp.array(means), "bias": jnp.zeros(len(means)), "mean": jnp.array(mean)}


def batches_of(texts, random):
    """Of texts that are about as long, in an order by chance."""
    order = random.permutation(len(texts))
    batches = []
    for start in range(0, len(order), BATCH * 16):
        part = order[start : start + BATCH * 16]
        part = part[np.argsort([len(texts[i]) for i in part], kind="stable")]
        batches += [part[i : i + BATCH] for i in range(0, len(part) - BATCH + 1, BATCH)]
    random.shuffle(batches)
    return batches


def thinned(pieces, begins_word, random):
    if len(pieces) < 5:
        return pieces
    words = np.cumsum(begins_word[pieces])
    stays = random.random(words.max() + 2) >= WORDS_LEFT_OUT
    kept = [p for i, p in enumerate(pieces) if i in (0, len(pieces) - 1) or stays[words[i]]]
    return kept if len(kept) > 2 else pieces


def train(layers, rows, texts, of, begins_word):
    random = np.random.default_rng(SEED)
    used = np.array(sorted({piece for pieces in texts for piece in pieces}))
    place = np.full(len(rows), -1)
    place[used] = np.arange(len(used))
    weights = {
        "layers": {name: jnp.array(values) for name, values in layers.items()},
        "needs": first_needs(encode(layers, rows, texts), of),
        "rows": jnp.array(rows[used]),
    }
    steps = len(texts) // BATCH * EPOCHS

    def adam(rate):
        return optax.adam(optax.warmup_cosine_decay_schedule(0, rate, max(1, steps // 10), steps, rate * 0.05), b2=0.99)

    kinds = {"layers": adam(LAYER_RATE), "needs": adam(NEED_RATE), "rows": adam(ROW_RATE)}
    optimizer = optax.multi_transform(kinds, {kind: kind for kind in kinds})

    @jax.jit
    def step(weights, state, ids, mask, of):
        loss, slopes = jax.value_and_grad(loss_of)(weights, ids, mask, of)
        shrink = jnp.minimum(1, 5 / optax.global_norm(slopes))
        changes, state = optimizer.update(jax.tree.map(lambda x: x * shrink, slopes), state, weights)
        return optax.apply_updates(weights, changes), state, loss

    state, losses = optimizer.init(weights), []
    for _ in range(EPOCHS):
        for batch in batches_of(texts, random):
            ids, mask = filled([place[np.array(thinned(texts[i], begins_word, random))] for i in batch])
            weights, state, loss = step(weights, state, ids, mask, of[batch])
            losses.append(float(loss))
            if len(losses) % 40 == 0:
                print(f"{len(losses)} of {steps}: {np.mean(losses[-40:]):.3f}", flush=True)
    return {name: np.asarray(values) for name, values in weights["layers"].items()}, weights["needs"]


def write(path, head, sections, layers):
    """In the sizes of before. The rows of the pieces stay as they are: see above."""
    changed = dict(sections)
    for name in NORMS:
        changed[name] = layers[name]
    for name in layer_names(sections):
        steps = np.abs(layers[name]).max(0) / LAYER_STEPS
        steps[steps == 0] = 1
        changed |= {name: np.round(layers[name] / steps), f"{name} steps": steps, f"{name} bias": layers[f"{name} bias"]}
    head["source"] = head["source"].removesuffix(", tuned on intents.tsv") + ", tuned on intents.tsv"
    blocks = [
        np.ascontiguousarray(changed[section["name"]], KINDS[section["kind"]]).tobytes() for section in head["sections"]
    ]
    text = json.dumps(head, ensure_ascii=False).encode()
    text += b" " * (-(len(text) + 8) % 4)
    content = b"FDSE" + struct.pack("<I", len(text)) + text + b"".join(blocks)
    pathlib.Path(path).write_bytes(gzip.compress(content, 9, mtime=0))
    print(len(content), "bytes,", pathlib.Path(path).stat().st_size, "compressed")


def main(base, target, fixture):
    head, sections = read(base)
    layers, rows = weights_of(sections)
    tokenizer = Tokenizer(head, sections["scores"])
    wordings = list(read_wordings())
    texts = [tokenizer.pieces_of(wording) for wording, _, _ in wordings]
    of = np.array([need for _, need, _ in wordings])
    learnt = np.array([is_learnt for _, _, is_learnt in wordings])
    begins_word = np.array([piece.startswith("\u2581") for piece in head["pieces"]])
    chosen = [pieces for pieces, is_learnt in zip(texts, learnt) if is_learnt]
    tuned, needs = train(layers, rows, chosen, of[learnt], begins_word)
    rest = [pieces for pieces, is_learnt in zip(texts, learnt) if not is_learnt]
    right = scores_of(needs, encode(tuned, rows, rest)).argmax(1) == of[~learnt]
    print(f"of {len(rest)} wordings that were left out the nearest need is right for {right.mean():.3f}")
    write(target, head, sections, tuned)
    sentences = json.loads(pathlib.Path(fixture).read_text())["sentences"]
    vectors = encode(tuned, rows, [tokenizer.pieces_of(sentence) for sentence in sentences])
    numbers = [[round(float(x), 4) for x in vector] for vector in vectors]
    pathlib.Path(fixture).write_text(
        json.dumps({"sentences": sentences, "vectors": numbers}, ensure_ascii=False, separators=(",", ":")) + "\n"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
