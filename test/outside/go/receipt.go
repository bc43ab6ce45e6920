package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

// opening is what a receipt has beside its proof: nothing of it is believed before it is checked.
type opening struct {
	Entry string
	Salt  string
	Event struct {
		Stream     string
		Version    int64
		Type       string
		Command    string
		Actor      string
		RecordedAt int64 `json:"recorded_at"`
		Data       string
	}
}

type entryFields struct {
	Stream  string
	Version int64
	Type    string
	Time    string
	Data    string
}

// checkReceipt checks that the entry is in the signed tree, and that it commits to the event as the receipt has it.
func checkReceipt(k keys, path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	lines := strings.SplitN(string(data), "\n", 3)
	if len(lines) != 3 || !strings.HasPrefix(lines[1], "extra ") {
		return fmt.Errorf("not a receipt")
	}
	extra, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	if err != nil {
		return err
	}
	var receipt opening
	if err := json.Unmarshal(extra, &receipt); err != nil {
		return err
	}
	if err := checkProof(k, path, receipt.Entry); err != nil {
		return err
	}
	var entry entryFields
	if err := json.Unmarshal([]byte(receipt.Entry), &entry); err != nil {
		return err
	}
	event := receipt.Event
	recorded, err := time.Parse(time.RFC3339, entry.Time)
	if err != nil {
		return err
	}
	if entry.Stream != event.Stream || entry.Version != event.Version || entry.Type != event.Type || recorded.UnixMilli() != event.RecordedAt {
		return fmt.Errorf("the entry is of another event")
	}
	digest := sha256.Sum256([]byte(fmt.Sprintf("%s\n%d\n%s\n%s\n%s\n%d\n%s",
		event.Stream, event.Version, event.Type, event.Command, event.Actor, event.RecordedAt, event.Data)))
	salt, err := hex.DecodeString(receipt.Salt)
	if err != nil || len(salt) != 16 {
		return fmt.Errorf("a salt has 16 bytes")
	}
	mac := hmac.New(sha256.New, salt)
	mac.Write([]byte(hex.EncodeToString(digest[:])))
	if hex.EncodeToString(mac.Sum(nil)) != entry.Data {
		return fmt.Errorf("the entry does not commit to this event")
	}
	fmt.Printf("%s of %s at %s by %s: %s\n", event.Type, event.Stream, entry.Time, event.Actor, event.Data)
	return nil
}
