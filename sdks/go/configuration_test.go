package parley_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	parley "parley.example/sdk"
)

const (
	address = "https://parley.example/demo/api/messaging/"
	liveKey = "pk_live_secret"
)

func expectConfigurationError(t *testing.T, err error, sentence string) {
	t.Helper()
	var configuration *parley.ConfigurationError
	if !errors.As(err, &configuration) || !strings.Contains(err.Error(), sentence) || strings.Contains(err.Error(), liveKey) {
		t.Fatal(err)
	}
}

func TestOptionsWithWhichNoCallCanBeMadeAreRefusedWithoutShowingThem(t *testing.T) {
	t.Setenv("PARLEY_BASE_URL", "")
	t.Setenv("PARLEY_API_KEY", "")
	const form = "baseURL must have the form https://host/tenant/api/messaging/."
	const characters = "apiKey must consist of visible ASCII characters, without spaces and line breaks."
	for _, row := range []struct{ baseURL, apiKey, sentence string }{
		{"", liveKey, "baseURL is missing: pass it, or set PARLEY_BASE_URL."},
		{"demo", liveKey, form},
		{"file:///etc/passwd", liveKey, form},
		{"http://me:" + liveKey + "@parley.example/", liveKey, form},
		{address + "?key=" + liveKey, liveKey, form},
		{"http://[", liveKey, form},
		{address, "", "apiKey is missing: pass it, or set PARLEY_API_KEY."},
		{address, liveKey + "\n", characters},
		{address, liveKey + "\r\nX-Evil: 1", characters},
		{address, liveKey + "…", characters},
	} {
		client := parley.NewClient(row.baseURL, row.apiKey, parley.WithOnRetry(func(retry parley.Retry) { t.Error(retry) }))
		expectConfigurationError(t, client.Err(), row.sentence)
		_, err := client.Account.Status(context.Background())
		expectConfigurationError(t, err, row.sentence)
	}
	if err := parley.NewClient(address, liveKey).Err(); err != nil {
		t.Fatal(err)
	}
}

func TestMissingAddressAndKeyComeFromTheEnvironment(t *testing.T) {
	var sent string
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		sent = request.Header.Get("Authorization")
		fmt.Fprint(writer, `{"ok":true}`)
	}))
	t.Cleanup(server.Close)
	t.Setenv("PARLEY_BASE_URL", server.URL)
	t.Setenv("PARLEY_API_KEY", liveKey)
	if _, err := parley.NewClient("", "").Account.Status(context.Background()); err != nil || sent != "Bearer "+liveKey {
		t.Fatal(err, sent)
	}
}

func TestIdempotencyKeyThatIsNoHeaderIsRefusedWithoutAnAttempt(t *testing.T) {
	calls := 0
	client := serve(t, func(http.ResponseWriter, *http.Request) { calls++ })
	for _, key := range []string{"order-1\r\nX-Evil: 1", "طلب-١", "\x00"} {
		request := parley.SendRequest{Channel: "wd", To: "1", Message: "x"}
		_, err := client.Messages.Send(context.Background(), request, parley.WithIdempotencyKey(key))
		expectConfigurationError(t, err, "the idempotency key must consist of printable ASCII characters.")
	}
	if calls != 0 {
		t.Fatal(calls)
	}
}

func TestUntypedCallThatIsNoRequestIsRefusedWithoutAnAttempt(t *testing.T) {
	client := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a call") })
	for _, row := range []struct{ method, action string }{{"PO ST", "send"}, {"POST", "send\n"}} {
		err := client.Call(context.Background(), row.method, row.action, map[string]any{}, new(map[string]any))
		expectConfigurationError(t, err, "the method and the action do not make a request.")
	}
}

func TestCallNamesTheSDKItsVersionAndTheRuntime(t *testing.T) {
	var sent string
	client := serve(t, func(writer http.ResponseWriter, request *http.Request) {
		sent = request.UserAgent()
		fmt.Fprint(writer, `{"ok":true}`)
	})
	if _, err := client.Account.Status(context.Background()); err != nil {
		t.Fatal(err)
	}
	if sent != "parley-go/"+parley.Version+" (go "+strings.TrimPrefix(runtime.Version(), "go")+")" {
		t.Fatal(sent)
	}
}
