package parley_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	parley "parley.example/sdk"
)

var secret = "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", 32)))

const connected = `{"id":"evt_1","event":"channel.connected","instance_id":"ins_1","created_at":"2026-03-01T10:00:00.000Z",` +
	`"data":{"channel":"tg","id":"1","name":"متجر","identifier":null,"connected_at":"2026-03-01T10:00:00.000Z","later":1}}`

// post posts a body to a handler, signed with the secret now, and returns the status.
func post(t *testing.T, handler http.Handler, body string) int {
	t.Helper()
	timestamp := fmt.Sprint(time.Now().Unix())
	mac := hmac.New(sha256.New, []byte(strings.Repeat("k", 32)))
	fmt.Fprintf(mac, "evt_1.%s.%s", timestamp, body)
	request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
	request.Header.Set("webhook-id", "evt_1")
	request.Header.Set("webhook-timestamp", timestamp)
	request.Header.Set("webhook-signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	return recorder.Code
}

func refuse(context.Context, *parley.Event) error {
	return errors.New("the handler must not be called")
}

func TestHandlerAnswers204OnceTheEventIsHandled(t *testing.T) {
	var name string
	handle := func(_ context.Context, event *parley.Event) error {
		if data, ok := event.Data.(*parley.ChannelConnected); ok {
			name = data.Name
		}
		return nil
	}
	if status := post(t, parley.WebhookHandler(secret, handle, parley.WebhookOptions{}), connected); status != 204 || name != "متجر" {
		t.Fatalf("status %d, name %q", status, name)
	}
}

func TestHandlerPassesOnAnEventOfAnUnknownType(t *testing.T) {
	var raw string
	handle := func(_ context.Context, event *parley.Event) error {
		raw = string(event.Data.(*parley.UnknownData).RawMessage)
		return nil
	}
	body := strings.Replace(connected, "channel.connected", "channel.renamed", 1)
	if status := post(t, parley.WebhookHandler(secret, handle, parley.WebhookOptions{}), body); status != 204 || !strings.Contains(raw, `"later":1`) {
		t.Fatalf("status %d, data %s", status, raw)
	}
}

func TestHandlerRefusesForgedAndLongBodies(t *testing.T) {
	other := "whsec_" + base64.StdEncoding.EncodeToString([]byte("other"))
	if status := post(t, parley.WebhookHandler(other, refuse, parley.WebhookOptions{}), connected); status != 401 {
		t.Errorf("forged: status %d", status)
	}
	if status := post(t, parley.WebhookHandler(secret, refuse, parley.WebhookOptions{MaxBytes: 10}), connected); status != 413 {
		t.Errorf("too long: status %d", status)
	}
}

func TestHandlerAnswers500ToAnErrorSoThatTheEventIsPostedAgain(t *testing.T) {
	for name, given := range map[string]string{"of the handler": secret, "of the secret": "whsec_"} {
		var reported error
		keep := parley.WebhookOptions{OnError: func(err error) { reported = err }}
		if status := post(t, parley.WebhookHandler(given, refuse, keep), connected); status != 500 || reported == nil {
			t.Errorf("%s: status %d, error %v", name, status, reported)
		}
	}
}
