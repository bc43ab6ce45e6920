// Checks an audit tree that fooddata wrote, with none of its code: golang.org/x/mod/sumdb is what Go checks its module
// database with.
//
//	go run . KEY FOLDER [OLDER-CHECKPOINT...]          the whole tree, and that it grew from older ones
//	go run . KEY --proof PROOF-FILE ENTRY              one entry, by its proof alone
//	go run . KEY --receipt PROOF-FILE                  one entry, and the event that it commits to
//
// With --witness WITNESS-KEY, as often as there are witnesses, in front: the newest checkpoint must be cosigned by each of them.
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

// keys are those of the log and of the witnesses that must have cosigned.
type keys struct {
	log       string
	witnesses []note.Verifier
}

func (k keys) open(signed []byte) (tlog.Tree, error) {
	verifier, err := note.NewVerifier(k.log)
	if err != nil {
		return tlog.Tree{}, err
	}
	opened, err := note.Open(signed, note.VerifierList(append([]note.Verifier{verifier}, k.witnesses...)...))
	if err != nil {
		return tlog.Tree{}, err
	}
	isSigned := false
	for _, signature := range opened.Sigs {
		isSigned = isSigned || signature.Name == verifier.Name() && signature.Hash == verifier.KeyHash()
	}
	if !isSigned || !strings.HasPrefix(opened.Text, verifier.Name()+"\n") {
		return tlog.Tree{}, fmt.Errorf("not signed by the log, or the origin is not the name of its key")
	}
	if err := demandCosigned(opened, k.witnesses); err != nil {
		return tlog.Tree{}, err
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

func checkTree(k keys, f folder, older []string) error {
	signed, err := f.read("checkpoint")
	if err != nil {
		return err
	}
	tree, err := k.open(signed)
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
		old, err := keys{log: k.log}.open(data)
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

func checkProof(k keys, path, entry string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	head, signed, _ := bytes.Cut(data, []byte("\n\n"))
	tree, err := k.open(signed)
	if err != nil {
		return err
	}
	lines := strings.Split(string(head), "\n")
	if len(lines) > 2 && strings.HasPrefix(lines[1], "extra ") {
		lines = append(lines[:1], lines[2:]...)
	}
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

func run(args []string) error {
	var k keys
	for len(args) >= 2 && args[0] == "--witness" {
		witness, err := newCosigner(args[1])
		if err != nil {
			return err
		}
		k.witnesses = append(k.witnesses, witness)
		args = args[2:]
	}
	if len(args) > 0 {
		k.log = args[0]
	}
	switch {
	case len(args) == 4 && args[1] == "--proof":
		return checkProof(k, args[2], args[3])
	case len(args) == 3 && args[1] == "--receipt":
		return checkReceipt(k, args[2])
	case len(args) >= 2:
		return checkTree(k, folder(args[1]), args[2:])
	}
	return fmt.Errorf("usage: [--witness KEY...] KEY FOLDER [OLDER-CHECKPOINT...], KEY --proof FILE ENTRY, or KEY --receipt FILE")
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
