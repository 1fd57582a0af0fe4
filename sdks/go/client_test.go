package parley_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	parley "parley.example/sdk"
)

// serve answers every request like this, and returns a client.
func serve(t *testing.T, handle http.HandlerFunc, options ...parley.Option) *parley.Client {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	return parley.NewClient(server.URL+"/demo/api/messaging", "key", options...)
}

func TestAnswerThatIsCutOffIsAFailedConnection(t *testing.T) {
	client := serve(t, func(writer http.ResponseWriter, _ *http.Request) {
		writer.Header().Set("Content-Length", "100")
		fmt.Fprint(writer, `{"ok":true`)
	}, parley.WithMaxRetries(0))
	_, err := client.Account.Status(context.Background())
	var connection *parley.ConnectionError
	if !errors.As(err, &connection) {
		t.Fatal(err)
	}
}

func TestCancelledContextEndsACallWithItsError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	client := serve(t, func(_ http.ResponseWriter, request *http.Request) {
		cancel()
		<-request.Context().Done()
	})
	if _, err := client.Account.Status(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func TestZeroValuesOfARequestAreNotSent(t *testing.T) {
	var body map[string]any
	client := serve(t, func(writer http.ResponseWriter, request *http.Request) {
		if err := json.NewDecoder(request.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		fmt.Fprint(writer, `{"ok":true}`)
	})
	at := time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)
	request := parley.SendRequest{Channel: "wa", Preview: parley.Ptr(false), SendAt: &at}
	if _, err := client.Messages.Send(context.Background(), request); err != nil {
		t.Fatal(err)
	}
	if text := fmt.Sprint(body); text != "map[channel:wa preview:false send_at:2026-03-01T10:00:00Z]" {
		t.Fatal(text)
	}
}

func TestNullIsSentForARemovedReaction(t *testing.T) {
	var body map[string]any
	client := serve(t, func(writer http.ResponseWriter, request *http.Request) {
		if err := json.NewDecoder(request.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		fmt.Fprint(writer, `{"ok":true}`)
	})
	request := parley.ReactRequest{Channel: "wa", MessageID: "1"}
	if _, err := client.Messages.React(context.Background(), request); err != nil {
		t.Fatal(err)
	}
	if emoji, found := body["emoji"]; !found || emoji != nil {
		t.Fatal(body)
	}
}

func TestPullGoesOnAfterATemporaryErrorAndEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	client := serve(t, func(writer http.ResponseWriter, _ *http.Request) {
		calls++
		if calls == 1 {
			writer.WriteHeader(http.StatusBadGateway)
			return
		}
		fmt.Fprintf(writer, `{"ok":true,"count":1,"events":[%s],"next_after":"evt_1","has_more":false}`, connected)
	})
	var errs []error
	events := client.Events.Pull(ctx, parley.PullOptions{OnError: func(err error) { errs = append(errs, err) }})
	if !events.Next() || events.Event().ID != "evt_1" || len(errs) != 1 {
		t.Fatal(events.Err(), errs)
	}
	cancel()
	if events.Next() || !errors.Is(events.Err(), context.Canceled) {
		t.Fatal(events.Err())
	}
}
