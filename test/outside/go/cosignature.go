package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// cosigner checks cosignatures of a witness (C2SP tlog-cosignature, v1), which the package note does not know.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c cosigner) Name() string    { return c.name }
func (c cosigner) KeyHash() uint32 { return c.hash }

// Verify takes eight bytes of time and a signature over the time and the text.
func (c cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	time := binary.BigEndian.Uint64(signature)
	signed := append([]byte(fmt.Sprintf("cosignature/v1\ntime %d\n", time)), text...)
	return ed25519.Verify(c.key, signed, signature[8:])
}

func newCosigner(vkey string) (cosigner, error) {
	parts := strings.SplitN(vkey, "+", 3)
	if len(parts) != 3 {
		return cosigner{}, fmt.Errorf("not a key: %s", vkey)
	}
	data, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(data) != 1+ed25519.PublicKeySize || data[0] != 4 {
		return cosigner{}, fmt.Errorf("not a key of a witness: %s", vkey)
	}
	sum := sha256.Sum256(bytes.Join([][]byte{[]byte(parts[0]), data}, []byte("\n")))
	hash := binary.BigEndian.Uint32(sum[:])
	if fmt.Sprintf("%08x", hash) != parts[1] {
		return cosigner{}, fmt.Errorf("the hash of the key is not its own: %s", vkey)
	}
	return cosigner{parts[0], hash, data[1:]}, nil
}

// demandCosigned wants a signature of each of the witnesses, which note.Open has checked.
func demandCosigned(opened *note.Note, witnesses []note.Verifier) error {
	for _, witness := range witnesses {
		found := false
		for _, signature := range opened.Sigs {
			found = found || signature.Name == witness.Name() && signature.Hash == witness.KeyHash()
		}
		if !found {
			return fmt.Errorf("not cosigned by %s", witness.Name())
		}
	}
	return nil
}
