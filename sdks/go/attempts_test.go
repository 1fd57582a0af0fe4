package parley_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	parley "parley.example/sdk"
)

// hang ends with the connection, which the server watches after the body.
func hang(request *http.Request) {
	_, _ = io.Copy(io.Discard, request.Body)
	<-request.Context().Done()
}

var send = parley.SendRequest{Channel: "wd", To: "1", Message: "x"}

func TestAttemptThatHangsIsRepeatedWithTheSameKey(t *testing.T) {
	var calls atomic.Int32
	keys := make(chan string, 10)
	client := serve(t, func(writer http.ResponseWriter, request *http.Request) {
		keys <- request.Header.Get("Idempotency-Key")
		if calls.Add(1) == 1 {
			hang(request)
			return
		}
		fmt.Fprint(writer, `{"ok":true,"message_id":"7"}`)
	}, parley.WithAttemptTimeout(100*time.Millisecond))
	sent, err := client.Messages.Send(context.Background(), send)
	if err != nil || sent.MessageID != "7" || calls.Load() < 2 {
		t.Fatal(err, calls.Load())
	}
	if first, second := <-keys, <-keys; first == "" || first != second {
		t.Fatal(first, second)
	}
}

func TestAttemptThatMayNotBeRepeatedHasTheTimeOfTheWholeCall(t *testing.T) {
	var calls atomic.Int32
	client := serve(t, func(_ http.ResponseWriter, request *http.Request) {
		calls.Add(1)
		hang(request)
	}, parley.WithAttemptTimeout(20*time.Millisecond), parley.WithTimeout(300*time.Millisecond))
	_, err := client.Messages.Send(context.Background(), send, parley.WithIdempotencyKey(""))
	var timeout *parley.TimeoutError
	if !errors.As(err, &timeout) || err.Error() != "parley: send got no answer in 300ms" || calls.Load() > 1 {
		t.Fatal(err, calls.Load())
	}
}

func TestRetryIsToldBeforeItsWaitWithTheReasonAndTheTime(t *testing.T) {
	var retries []parley.Retry
	var calls atomic.Int32
	client := serve(t, func(writer http.ResponseWriter, request *http.Request) {
		switch calls.Add(1) {
		case 1:
			writer.Header().Set("Retry-After", "0")
			writer.WriteHeader(http.StatusTooManyRequests)
			fmt.Fprint(writer, `{"ok":false,"error":"rate_limited","message":"Too many.","request_id":"req_7"}`)
		case 2:
			hang(request)
		default:
			fmt.Fprint(writer, `{"ok":true}`)
		}
	}, parley.WithAttemptTimeout(100*time.Millisecond), parley.WithOnRetry(func(retry parley.Retry) { retries = append(retries, retry) }))
	if _, err := client.Account.Status(context.Background()); err != nil || len(retries) < 2 {
		t.Fatal(err, retries)
	}
	if text := retries[0].String(); text != "status waits 0.0 s before attempt 2: parley: Too many. (rate_limited, HTTP 429, req_7)" {
		t.Fatal(text)
	}
	var timeout *parley.TimeoutError
	if !errors.As(retries[1].Err, &timeout) || retries[1].Attempt != 3 {
		t.Fatal(retries[1])
	}
}

func TestErrorNamesItsCodeItsRequestAndItsPage(t *testing.T) {
	body := `{"ok":false,"error":"missing_to","message":"to is required.","request_id":"req_1","doc_url":"https://parley.example/e"}`
	client := serve(t, func(writer http.ResponseWriter, _ *http.Request) {
		writer.Header().Set("X-Request-Id", "req_2")
		writer.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(writer, body)
	})
	for _, text := range []string{
		"parley: to is required. (missing_to, HTTP 400, req_1) See https://parley.example/e",
		"parley: Parley answered with HTTP status 400. (unexpected_answer, HTTP 400, req_2)",
	} {
		if _, err := client.Account.Status(context.Background()); err == nil || err.Error() != text {
			t.Fatal(err)
		}
		body = "<html>"
	}
}
