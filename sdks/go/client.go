// Package parley is the client of Parley's customer API: typed calls and events, verification of webhooks.
package parley

import (
	"context"
	"net/http"
	"time"
)

// Client is a client of one key. Methods are grouped by noun: client.Messages.Send(ctx, parley.SendRequest{…}).
// Errors: *APIError, *ConnectionError, *TimeoutError, *ConfigurationError, and those of the context. It may be used
// concurrently.
type Client struct {
	resources
	transport *transport
}

// NewClient makes a client. baseURL is {origin}/{tenant}/api/messaging/ of the account, apiKey one of its keys. Where they
// are empty, PARLEY_BASE_URL and PARLEY_API_KEY of the environment are used. Err reports those that cannot be used, and so
// does every call.
func NewClient(baseURL, apiKey string, options ...Option) *Client {
	defaults := settings{timeout: time.Minute, attemptTimeout: 30 * time.Second, maxRetries: 3, http: http.DefaultClient}
	t := &transport{settings: defaults.with(options)}
	if t.baseURL, t.err = readBaseURL(baseURL); t.err == nil {
		t.apiKey, t.err = readAPIKey(apiKey)
	}
	return &Client{newResources(t), t}
}

// Err is a *ConfigurationError if the client cannot make a call, else nil.
func (c *Client) Err() error { return c.transport.err }

// Call calls an action that this version does not know, and decodes its answer. method is GET or POST.
func (c *Client) Call(ctx context.Context, method, action string, input, answer any, options ...Option) error {
	return c.transport.call(ctx, method, action, input, answer, options)
}

type settings struct {
	timeout        time.Duration
	attemptTimeout time.Duration
	maxRetries     int
	onRetry        func(Retry)
	http           *http.Client
	key            *string
}

func (s settings) with(options []Option) settings {
	for _, option := range options {
		option(&s)
	}
	return s
}

// Option changes a client, or one of its calls.
type Option func(*settings)

// WithTimeout limits the time of a call, including retries. Default: one minute.
func WithTimeout(timeout time.Duration) Option { return func(s *settings) { s.timeout = timeout } }

// WithAttemptTimeout limits the time of an attempt, after which a call without an answer is repeated, where a repeat is safe.
// Default: 30 seconds.
func WithAttemptTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.attemptTimeout = timeout }
}

// WithOnRetry calls a function before the wait for a retry: func(retry parley.Retry) { log.Println(retry) }.
func WithOnRetry(onRetry func(Retry)) Option { return func(s *settings) { s.onRetry = onRetry } }

// WithMaxRetries limits the retries of a call. Default: 3.
func WithMaxRetries(retries int) Option { return func(s *settings) { s.maxRetries = retries } }

// WithHTTPClient sends requests with this client. Redirects are never followed: they could send the key to another host.
func WithHTTPClient(client *http.Client) Option { return func(s *settings) { s.http = client } }

// WithIdempotencyKey makes repeats of a POST safe for 24 hours. By default each call makes a new key, which all of its
// retries send. The empty key sends none, and a call without an answer is then not retried.
func WithIdempotencyKey(key string) Option { return func(s *settings) { s.key = &key } }

// Ptr returns a pointer to a value, for fields that tell a zero value from an absent one.
func Ptr[T any](value T) *T { return &value }
