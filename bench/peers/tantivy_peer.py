"""Answers the questions of bench/peers.ts with tantivy: python tantivy_peer.py <texts.jsonl> <folder>

A line of the texts is {"id", "text"}. The folder gets the index, unless it has one. Then each line of the standard input is a list of
questions, each a list of words, all of which have to match; its answer is a line with the CPU seconds they took, the
seconds of each, and how many products match them all together. A question is ten results with their ids and the exact number.
"""

import json
import os
import sys
import time

import tantivy

texts, folder = sys.argv[1:]
memory = 200_000_000

builder = tantivy.SchemaBuilder()
builder.add_text_field("text", stored=False)
builder.add_text_field("id", stored=True, tokenizer_name="raw")
schema = builder.build()

if os.path.isdir(folder):
    index = tantivy.Index.open(folder)
else:
    os.makedirs(folder)
    index = tantivy.Index(schema, path=folder)
    writer = index.writer(memory, num_threads=1)
    with open(texts, encoding="utf-8") as lines:
        for line in lines:
            writer.add_document(tantivy.Document(**json.loads(line)))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()

searcher = index.searcher()


def answer(words):
    terms = [(tantivy.Occur.Must, tantivy.Query.term_query(schema, "text", word)) for word in words]
    found = searcher.search(tantivy.Query.boolean_query(terms), 10, count=True)
    for _, address in found.hits:
        searcher.doc(address)["id"]
    return found.count


for line in sys.stdin:
    seconds = []
    hits = 0
    before = time.process_time()
    for words in json.loads(line):
        started = time.perf_counter()
        hits += answer(words)
        seconds.append(time.perf_counter() - started)
    print(json.dumps({"cpu": time.process_time() - before, "seconds": seconds, "hits": hits}), flush=True)
