package parley

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"time"
)

const (
	firstBackoff = 500 * time.Millisecond
	maxBackoff   = 8 * time.Second
)

// backoff is exponential with jitter, so that clients do not retry at the same time.
func backoff(repeat int) time.Duration {
	longest := maxBackoff
	if repeat < 4 {
		longest = firstBackoff << repeat
	}
	jitter, err := rand.Int(rand.Reader, big.NewInt(int64(longest/2)))
	if err != nil {
		return longest
	}
	return longest/2 + time.Duration(jitter.Int64())
}

// wait returns early with the context's error.
func wait(ctx context.Context, duration time.Duration) error {
	timer := time.NewTimer(duration)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Retry is a retry that is about to be waited for.
type Retry struct {
	Action string
	// Attempt is the number of the attempt after the wait: 2 for the first retry.
	Attempt int
	Wait    time.Duration
	// Err is why it is retried: a rate limit, a restart, a failed connection or an attempt without an answer.
	Err error
}

func (r Retry) String() string {
	return fmt.Sprintf("%s waits %.1f s before attempt %d: %s", r.Action, r.Wait.Seconds(), r.Attempt, r.Err)
}

type transport struct {
	baseURL  string
	apiKey   string
	settings settings
	// err is why no call can be made.
	err error
}

func call[Answer any](ctx context.Context, t *transport, method, action string, input any, options []Option) (*Answer, error) {
	answer := new(Answer)
	if err := t.call(ctx, method, action, input, answer, options); err != nil {
		return nil, err
	}
	return answer, nil
}

func (t *transport) call(ctx context.Context, method, action string, input, answer any, options []Option) error {
	if t.err != nil {
		return t.err
	}
	s := t.settings.with(options)
	file, _ := input.(*content)
	if file != nil && s.timeout == t.settings.timeout && s.timeout < uploadTimeout {
		s.timeout = uploadTimeout
	}
	request, err := t.newRequest(method, action, input, s)
	if err != nil {
		return err
	}
	if _, err := http.NewRequest(method, request.address, nil); err != nil {
		return &ConfigurationError{"the method and the action do not make a request."}
	}
	client := *s.http
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	isRepeatable := method == http.MethodGet || request.headers.Get("Idempotency-Key") != ""
	if file != nil && file.seeker == nil {
		isRepeatable = false
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	deadline := time.Now().Add(s.timeout)
	isOutcomeUnknown := false

	for repeat := 0; ; repeat++ {
		limit := time.Until(deadline)
		// An attempt after which no other may come has all of the time, and so has a file, which may be large.
		if file == nil && isRepeatable && repeat < s.maxRetries && s.attemptTimeout < limit {
			limit = s.attemptTimeout
		}
		body, failure := request.sendWithin(limited, limit, &client)
		if failure == nil {
			return json.Unmarshal(body, answer)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if limited.Err() != nil {
			return &TimeoutError{action, s.timeout}
		}
		pause, mayRepeat := backoff(repeat), isRepeatable
		var refusal *APIError
		if errors.As(failure, &refusal) {
			// The first attempt of the same call may still be running.
			isOwnRepeat := isOutcomeUnknown && refusal.Code == CodeIdempotencyInProgress
			mayRepeat = isOwnRepeat || refusal.Status == http.StatusTooManyRequests || refusal.Status == http.StatusServiceUnavailable
			mayRepeat = mayRepeat && (file == nil || file.seeker != nil)
			if refusal.RetryAfter != nil {
				pause = *refusal.RetryAfter
			}
		} else {
			isOutcomeUnknown = true
		}
		if !mayRepeat || repeat >= s.maxRetries || !time.Now().Add(pause).Before(deadline) {
			return failure
		}
		if s.onRetry != nil {
			s.onRetry(Retry{action, repeat + 2, pause, failure})
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
	}
}

// outgoing is a request that can be sent several times.
type outgoing struct {
	method, address string
	headers         http.Header
	body            []byte
	// file is the body in place of body.
	file *content
}

func (t *transport) newRequest(method, action string, input any, s settings) (*outgoing, error) {
	file, _ := input.(*content)
	var body []byte
	var err error
	if file == nil {
		if body, err = json.Marshal(input); err != nil {
			return nil, fmt.Errorf("parley: %s: %w", action, err)
		}
	}
	headers := http.Header{
		"Accept": {"application/json"}, "Authorization": {"Bearer " + t.apiKey}, "User-Agent": {userAgent},
	}
	if method == http.MethodGet {
		query, err := toQuery(body)
		return &outgoing{method, t.baseURL + action + query, headers, nil, nil}, err
	}
	headers.Set("Content-Type", "application/json")
	if file != nil {
		headers.Set("Content-Type", "application/octet-stream")
		action += file.query()
	}
	if key := s.key; key == nil {
		made := make([]byte, 16)
		if _, err := rand.Read(made); err != nil {
			return nil, err
		}
		headers.Set("Idempotency-Key", hex.EncodeToString(made))
	} else if *key != "" {
		if err := checkIdempotencyKey(*key); err != nil {
			return nil, err
		}
		headers.Set("Idempotency-Key", *key)
	}
	return &outgoing{method, t.baseURL + action, headers, body, file}, nil
}

// toQuery turns the members of a JSON object into a query.
func toQuery(object []byte) (string, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	decoder.UseNumber()
	var members map[string]any
	if err := decoder.Decode(&members); err != nil || len(members) == 0 {
		return "", err
	}
	values := url.Values{}
	for name, value := range members {
		values.Set(name, fmt.Sprint(value))
	}
	return "?" + values.Encode(), nil
}

// sendWithin is send with a limit of its own, after which the error is a *TimeoutError.
func (o *outgoing) sendWithin(ctx context.Context, limit time.Duration, client *http.Client) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	body, err := o.send(limited, client)
	var connection *ConnectionError
	if errors.As(err, &connection) && limited.Err() != nil {
		return nil, &TimeoutError{"the attempt", limit}
	}
	return body, err
}

// send returns the body of a successful answer. Errors: *APIError, *ConnectionError.
func (o *outgoing) send(ctx context.Context, client *http.Client) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, o.method, o.address, bytes.NewReader(o.body))
	if err != nil {
		return nil, &ConnectionError{err}
	}
	if o.file != nil {
		body, err := o.file.open()
		if err != nil {
			return nil, err
		}
		defer body.release()
		request.Body, request.ContentLength = body, o.file.size
	}
	request.Header = o.headers.Clone()
	// Without GetBody, net/http does not resend the request by itself after a failed connection.
	request.GetBody = nil
	response, err := client.Do(request)
	if err != nil {
		return nil, &ConnectionError{err}
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, &ConnectionError{err}
	}
	trimmed := bytes.TrimSpace(body)
	if response.StatusCode/100 == 2 && json.Valid(body) && trimmed[0] == '{' {
		return body, nil
	}
	return nil, newAPIError(response, body)
}
