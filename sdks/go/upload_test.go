package parley_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	parley "parley.example/sdk"
)

var pdf = append([]byte("%PDF-1.4 "), make([]byte, 200_000)...)

type received struct {
	query, key string
	length     int64
	body       []byte
}

// receive makes a client whose server notes what it gets, and refuses the first calls.
func receive(t *testing.T, refused int) (*parley.Client, func() []received) {
	var mutex sync.Mutex
	var all []received
	client := serve(t, func(writer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		mutex.Lock()
		defer mutex.Unlock()
		all = append(all, received{request.URL.RawQuery, request.Header.Get("Idempotency-Key"), request.ContentLength, body})
		if len(all) <= refused {
			writer.WriteHeader(http.StatusTooManyRequests)
			fmt.Fprint(writer, `{"ok":false,"error":"rate_limited","message":"Later.","retry_after":0.01}`)
			return
		}
		fmt.Fprint(writer, `{"ok":true,"upload_id":"upl_1"}`)
	})
	return client, func() []received {
		mutex.Lock()
		defer mutex.Unlock()
		return all
	}
}

func TestUploadSendsBytesAFileAndAReaderAsTheyAre(t *testing.T) {
	client, all := receive(t, 0)
	path := filepath.Join(t.TempDir(), "bill 1.pdf")
	if err := os.WriteFile(path, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	pipe := io.MultiReader(bytes.NewReader(pdf))
	for _, given := range []parley.FileUpload{
		{Name: "a&b.pdf", Data: pdf}, {Reader: file}, {Reader: pipe, Size: int64(len(pdf)), Name: "c.pdf"},
	} {
		answer, err := client.Files.UploadFile(context.Background(), given)
		if err != nil || answer.UploadID != "upl_1" {
			t.Fatal(err, answer)
		}
	}
	for index, query := range []string{"name=a%26b.pdf", "name=bill+1.pdf", "name=c.pdf"} {
		got := all()[index]
		if got.query != query || got.length != int64(len(pdf)) || !bytes.Equal(got.body, pdf) || got.key == "" {
			t.Fatal(index, got.query, got.length, len(got.body), got.key)
		}
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal("the file of the caller is closed: ", err)
	}
}

func TestUploadIsRepeatedFromWhereTheFileWas(t *testing.T) {
	client, all := receive(t, 2)
	reader := strings.NewReader("xx" + string(pdf))
	if _, err := reader.Seek(2, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Files.UploadFile(context.Background(), parley.FileUpload{Reader: reader}); err != nil {
		t.Fatal(err)
	}
	got := all()
	if len(got) != 3 || !bytes.Equal(got[2].body, pdf) || got[0].key != got[2].key {
		t.Fatal(len(got))
	}
}

func TestUploadOfWhatCanBeReadOnceIsNotRepeated(t *testing.T) {
	client, all := receive(t, 1)
	pipe := io.MultiReader(bytes.NewReader(pdf))
	_, err := client.Files.UploadFile(context.Background(), parley.FileUpload{Reader: pipe})
	if !parley.IsCode(err, parley.CodeRateLimited) || len(all()) != 1 || all()[0].length != -1 {
		t.Fatal(err, len(all()))
	}
}

func TestUploadAnsweredBeforeTheEndOfTheFileIsRepeatedWhole(t *testing.T) {
	var mutex sync.Mutex
	calls, large := 0, make([]byte, 5_000_000)
	var last int
	client := serve(t, func(writer http.ResponseWriter, request *http.Request) {
		mutex.Lock()
		defer mutex.Unlock()
		if calls++; calls == 1 {
			writer.WriteHeader(http.StatusServiceUnavailable)
			fmt.Fprint(writer, `{"ok":false,"error":"service_unavailable","message":"Later.","retry_after":0.01}`)
			return
		}
		body, _ := io.ReadAll(request.Body)
		last = len(body)
		fmt.Fprint(writer, `{"ok":true,"upload_id":"upl_1"}`)
	})
	if _, err := client.Files.UploadFile(context.Background(), parley.FileUpload{Data: large}); err != nil || last != len(large) {
		t.Fatal(err, last)
	}
}

func TestUploadNeedsBytesOrAReader(t *testing.T) {
	client, all := receive(t, 0)
	for _, given := range []parley.FileUpload{{}, {Data: pdf, Reader: bytes.NewReader(pdf)}} {
		if _, err := client.Files.UploadFile(context.Background(), given); err == nil || len(all()) > 0 {
			t.Fatal(err, len(all()))
		}
	}
}
