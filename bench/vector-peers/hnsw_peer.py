"""Answers the questions of bench/vector-peers.ts with a graph (HNSW): python hnsw_peer.py <usearch|hnswlib> <type> <M>
<ef_construction> <vectors.f32> <questions.f32> <dimensions> <folder>

Both files are rows of 32-bit floats, little-endian, of length 1. The folder gets the index and what building it took, unless it
has them. The first line that is written says what building took. Then each line of the standard input is an ef; its answer is a
line with the CPU seconds of all questions, the seconds of each, and the exact cosines of the ten that each found.
"""

import json
import os
import sys
import time

import numpy

library, kind, m, construction, vectors_path, questions_path, dimensions, folder = sys.argv[1:]
m, construction, dimensions = int(m), int(construction), int(dimensions)
vectors = numpy.memmap(vectors_path, dtype="<f4", mode="r").reshape(-1, dimensions)
questions = numpy.fromfile(questions_path, dtype="<f4").reshape(-1, dimensions)
build_threads = os.cpu_count()
piece = 1_000


def own_bytes():
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("RssAnon:"))


class Usearch:
    def __init__(self):
        from usearch.index import Index

        self.index = Index(
            ndim=dimensions, metric="ip", dtype=kind, connectivity=m, expansion_add=construction
        )

    def add(self, first, rows):
        self.index.add(numpy.arange(first, first + len(rows), dtype=numpy.uint64), rows, threads=build_threads)

    def save(self, path):
        self.index.save(path)

    def load(self, path):
        self.index.load(path)

    def use(self, ef):
        self.index.expansion_search = ef

    def ask(self, question):
        return self.index.search(question, 10, threads=1).keys


class Hnswlib:
    def __init__(self):
        import hnswlib

        self.index = hnswlib.Index(space="ip", dim=dimensions)

    def add(self, first, rows):
        if first == 0:
            self.index.init_index(max_elements=len(vectors), M=m, ef_construction=construction)
        self.index.add_items(rows, numpy.arange(first, first + len(rows)), num_threads=build_threads)

    def save(self, path):
        self.index.save_index(path)

    def load(self, path):
        self.index.load_index(path)

    def use(self, ef):
        self.index.set_ef(ef)

    def ask(self, question):
        labels, _ = self.index.knn_query(question, k=10, num_threads=1)
        return labels[0]


peer = {"usearch": Usearch, "hnswlib": Hnswlib}[library]()
path = os.path.join(folder, f"{library}-{kind}-{m}-{construction}")
built_path = f"{path}.json"
if os.path.exists(built_path):
    before = own_bytes()
    peer.load(path)
    with open(built_path, encoding="utf-8") as file:
        built = json.load(file)
else:
    before = own_bytes()
    started, cpu = time.perf_counter(), time.process_time()
    for first in range(0, len(vectors), piece):
        peer.add(first, numpy.array(vectors[first : first + piece]))
    built = {"seconds": time.perf_counter() - started, "cpu": time.process_time() - cpu}
    peer.save(path)
    with open(built_path, "w", encoding="utf-8") as file:
        json.dump(built, file)
print(json.dumps({**built, "memory": own_bytes() - before, "disk": os.path.getsize(path)}), flush=True)

for line in sys.stdin:
    peer.use(json.loads(line))
    for question in questions[:50]:
        peer.ask(question)
    seconds, found = [], []
    before = time.process_time()
    for question in questions:
        started = time.perf_counter()
        found.append(peer.ask(question))
        seconds.append(time.perf_counter() - started)
    cpu = time.process_time() - before
    cosines = [
        (vectors[numpy.asarray(keys, dtype=numpy.int64)].astype(numpy.float64) @ question.astype(numpy.float64)).tolist()
        for keys, question in zip(found, questions)
    ]
    print(json.dumps({"cpu": cpu, "seconds": seconds, "cosines": cosines}), flush=True)
