// Checks an audit tree that fooddata wrote, with none of its code: golang.org/x/mod/sumdb is what Go checks its module
// database with.
//
//	go run . KEY FOLDER [OLDER-CHECKPOINT...]          the whole tree, and that it grew from older ones
//	go run . KEY --proof PROOF-FILE ENTRY              one entry, by its proof alone
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const height = 8

type folder string

func (f folder) Height() int                      { return height }
func (f folder) SaveTiles([]tlog.Tile, [][]byte)  {}
func (f folder) read(path string) ([]byte, error) { return os.ReadFile(filepath.Join(string(f), path)) }

// numbered is the path of C2SP tlog-tiles, which has no height in it.
func numbered(prefix string, n int64, width int) string {
	path := fmt.Sprintf("%03d", n%1000)
	for n >= 1000 {
		n /= 1000
		path = fmt.Sprintf("x%03d/%s", n%1000, path)
	}
	if width < 1<<height {
		path = fmt.Sprintf("%s.p/%d", path, width)
	}
	return prefix + path
}

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(tiles))
	for i, tile := range tiles {
		bytes, err := f.read(numbered(fmt.Sprintf("tile/%d/", tile.L), tile.N, tile.W))
		if err != nil {
			return nil, err
		}
		data[i] = bytes
	}
	return data, nil
}

func parse(text string) (tlog.Tree, error) {
	lines := strings.Split(text, "\n")
	if len(lines) != 4 || lines[3] != "" {
		return tlog.Tree{}, fmt.Errorf("a checkpoint has three lines")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tlog.Tree{}, err
	}
	hash, err := tlog.ParseHash(lines[2])
	return tlog.Tree{N: size, Hash: hash}, err
}

func open(key string, signed []byte) (tlog.Tree, error) {
	verifier, err := note.NewVerifier(key)
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open(signed, note.VerifierList(verifier))
	if err != nil {
		return tlog.Tree{}, err
	}
	if !strings.HasPrefix(opened.Text, verifier.Name()+"\n") {
		return tlog.Tree{}, fmt.Errorf("the origin is not the name of the key")
	}
	return parse(opened.Text)
}

func bundle(data []byte) ([][]byte, error) {
	var entries [][]byte
	for len(data) > 0 {
		if len(data) < 2 || len(data) < 2+int(binary.BigEndian.Uint16(data)) {
			return nil, fmt.Errorf("a bundle is cut off")
		}
		length := int(binary.BigEndian.Uint16(data))
		entries = append(entries, data[2:2+length])
		data = data[2+length:]
	}
	return entries, nil
}

func checkTree(key string, f folder, older []string) error {
	signed, err := f.read("checkpoint")
	if err != nil {
		return err
	}
	tree, err := open(key, signed)
	if err != nil {
		return err
	}
	reader := tlog.TileHashReader(tree, f) // refuses tiles that do not lead to the signed root
	for first := int64(0); first < tree.N; first += 1 << height {
		width := tree.N - first
		if width > 1<<height {
			width = 1 << height
		}
		indexes := make([]int64, width)
		for i := range indexes {
			indexes[i] = tlog.StoredHashIndex(0, first+int64(i))
		}
		hashes, err := reader.ReadHashes(indexes)
		if err != nil {
			return err
		}
		data, err := f.read(numbered("tile/entries/", first>>height, int(width)))
		if err != nil {
			return err
		}
		entries, err := bundle(data)
		if err != nil {
			return err
		}
		if int64(len(entries)) != width {
			return fmt.Errorf("the bundle at %d has %d entries instead of %d", first, len(entries), width)
		}
		for i, entry := range entries {
			if tlog.RecordHash(entry) != hashes[i] {
				return fmt.Errorf("entry %d is not what is hashed", first+int64(i))
			}
		}
	}
	for _, path := range older {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		old, err := open(key, data)
		if err != nil {
			return err
		}
		proof, err := tlog.ProveTree(tree.N, old.N, reader)
		if err != nil {
			return err
		}
		if err := tlog.CheckTree(proof, tree.N, tree.Hash, old.N, old.Hash); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	fmt.Printf("%d entries, %d older checkpoints\n", tree.N, len(older))
	return nil
}

func checkProof(key, path, entry string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, signed, _ := bytes.Cut(data, []byte("\n\n"))
	tree, err := open(key, signed)
	if err != nil {
		return err
	}
	lines := strings.Split(string(head), "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" {
		return fmt.Errorf("not a proof")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil {
		return err
	}
	var proof tlog.RecordProof
	for _, line := range lines[2:] {
		hash, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(hash) != tlog.HashSize {
			return fmt.Errorf("not a hash: %s", line)
		}
		var sibling tlog.Hash
		copy(sibling[:], hash)
		proof = append(proof, sibling)
	}
	if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash([]byte(entry))); err != nil {
		return err
	}
	fmt.Printf("entry %d of %d\n", index, tree.N)
	return nil
}

func main() {
	args := os.Args[1:]
	var err error
	switch {
	case len(args) == 4 && args[1] == "--proof":
		err = checkProof(args[0], args[2], args[3])
	case len(args) >= 2:
		err = checkTree(args[0], folder(args[1]), args[2:])
	default:
		err = fmt.Errorf("usage: KEY FOLDER [OLDER-CHECKPOINT...], or KEY --proof PROOF-FILE ENTRY")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
