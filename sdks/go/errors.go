package parley

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// CodeUnexpectedAnswer is the code of an answer without the error body of the API: something in front of Parley answered.
const CodeUnexpectedAnswer = "unexpected_answer"

// APIError is the answer of an API that refused a call. Its text ends with the code, the HTTP status and the id of the
// request; Message is the message alone.
type APIError struct {
	// Status is the HTTP status.
	Status int `json:"-"`
	// Code is one of the Code constants, or missing_… or invalid_… of a field.
	Code    string `json:"error"`
	Message string
	// RequestID is the id of the request, for reports of problems.
	RequestID string `json:"request_id"`
	// RetryAfter is the time to wait, on 429 and 503; nil if unknown.
	RetryAfter *time.Duration `json:"-"`
	// OldestAfter is where to continue after an events position that is older than the ledger, on invalid_after.
	OldestAfter string `json:"oldest_after"`
	// DocURL is the page of the error; empty if Parley named none.
	DocURL string `json:"doc_url"`
	// Details are the missing and invalid fields.
	Details []ErrorBodyDetail
	// Provider is the platform's own error.
	Provider *ErrorBodyProvider
	// Body is the whole body, with members that only this error has, such as templates of no_existing_conversation.
	Body json.RawMessage `json:"-"`
}

func (e *APIError) Error() string {
	message := e.Message
	if message == "" {
		message = fmt.Sprintf("Parley answered with HTTP status %d.", e.Status)
	}
	text := fmt.Sprintf("parley: %s (%s, HTTP %d", message, e.Code, e.Status)
	if e.RequestID != "" {
		text += ", " + e.RequestID
	}
	if e.DocURL != "" {
		return text + ") See " + e.DocURL
	}
	return text + ")"
}

// IsCode reports whether an error is an APIError with this code.
func IsCode(err error, code string) bool {
	var answer *APIError
	return errors.As(err, &answer) && answer.Code == code
}

// ConnectionError means that there was no answer: the connection failed.
type ConnectionError struct{ Err error }

func (e *ConnectionError) Error() string { return "parley: no answer: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error { return e.Err }

// TimeoutError means that there was no answer in time. The outcome is unknown: repeat a send only with the same
// idempotency key.
type TimeoutError struct {
	Action string
	After  time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("parley: %s got no answer in %s", e.Action, e.After)
}

// Timeout reports true; net.Error has the same method.
func (e *TimeoutError) Timeout() bool { return true }

func newAPIError(response *http.Response, body []byte) *APIError {
	e := &APIError{
		Status:     response.StatusCode,
		RequestID:  response.Header.Get("X-Request-Id"),
		RetryAfter: readRetryAfter(response.Header.Get("Retry-After")),
		Body:       body,
	}
	var parsed ErrorBody
	if json.Unmarshal(body, &parsed) == nil && parsed.RetryAfter > 0 {
		e.RetryAfter = Ptr(time.Duration(parsed.RetryAfter) * time.Second)
	}
	if json.Unmarshal(body, e) != nil || e.Code == "" {
		e.Code = CodeUnexpectedAnswer
	}
	return e
}

// readRetryAfter reads a number of seconds or a date.
func readRetryAfter(value string) *time.Duration {
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return Ptr(time.Duration(seconds) * time.Second)
	}
	at, err := http.ParseTime(value)
	if err != nil {
		return nil
	}
	if wait := time.Until(at); wait > 0 {
		return &wait
	}
	return Ptr(time.Duration(0))
}
