package parley

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Scheme says which signature of a posted event is checked.
type Scheme string

const (
	// SchemeStandard is webhook-signature, which covers the time. It is the default.
	SchemeStandard Scheme = "standard"
	// SchemeService is X-Service-Signature, which covers only the body. Use it where a proxy removes the other headers, and
	// de-duplicate by the event's id, because an old request can be replayed.
	SchemeService Scheme = "service"
)

// The problems of a WebhookError.
const (
	ProblemMissingHeader    = "missing_header"
	ProblemInvalidTimestamp = "invalid_timestamp"
	ProblemInvalidSignature = "invalid_signature"
	ProblemInvalidSecret    = "invalid_secret"
	ProblemInvalidBody      = "invalid_body"
)

// WebhookError means that a request is not an event of Parley.
type WebhookError struct {
	Problem string
	Message string
}

func (e *WebhookError) Error() string { return "parley: " + e.Problem + ": " + e.Message }

// WebhookOptions are the options of VerifyWebhook and WebhookHandler.
type WebhookOptions struct {
	// Secrets are further accepted secrets, for a rotation.
	Secrets []string
	// Scheme is the signature that is checked. Default: SchemeStandard.
	Scheme Scheme
	// Tolerance is by how much the time of the attempt may differ from now. Default: 5 minutes.
	Tolerance time.Duration
	// Now replaces the machine's clock.
	Now func() time.Time
	// MaxBytes is the longest body that WebhookHandler reads. Default: 5,000,000.
	MaxBytes int64
	// OnError receives the errors for which WebhookHandler answers 500.
	OnError func(error)
}

func (o WebhookOptions) withDefaults(secret string) WebhookOptions {
	o.Secrets = append([]string{secret}, o.Secrets...)
	if o.Tolerance == 0 {
		o.Tolerance = 5 * time.Minute
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 5_000_000
	}
	return o
}

// VerifyWebhook checks that Parley signed the body, and returns the event. body is the body as it arrived, before any
// parsing; secret is the webhook secret of the key. Errors: *WebhookError.
func VerifyWebhook(body []byte, header http.Header, secret string, options WebhookOptions) (*Event, error) {
	return options.withDefaults(secret).verify(body, header)
}

// WebhookHandler verifies and handles posted events. It answers 204, 401 to a forged request, 413, and 500 when handle
// returns an error, so that Parley posts the event again. An event can arrive twice: de-duplicate by its ID.
func WebhookHandler(secret string, handle func(context.Context, *Event) error, options WebhookOptions) http.Handler {
	o := options.withDefaults(secret)
	return http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		writer.WriteHeader(o.serve(writer, request, handle))
	})
}

func (o WebhookOptions) serve(writer http.ResponseWriter, request *http.Request, handle func(context.Context, *Event) error) int {
	body, err := io.ReadAll(http.MaxBytesReader(writer, request.Body, o.MaxBytes))
	if err != nil {
		var tooLong *http.MaxBytesError
		if errors.As(err, &tooLong) {
			return http.StatusRequestEntityTooLarge
		}
		return http.StatusBadRequest
	}
	event, err := o.verify(body, request.Header)
	var problem *WebhookError
	if errors.As(err, &problem) && problem.Problem != ProblemInvalidSecret {
		return http.StatusUnauthorized
	}
	if err == nil {
		err = handle(request.Context(), event)
	}
	if err == nil {
		return http.StatusNoContent
	}
	if o.OnError != nil {
		o.OnError(err)
	}
	return http.StatusInternalServerError
}

func (o WebhookOptions) verify(body []byte, header http.Header) (*Event, error) {
	check := o.checkStandard
	if o.Scheme == SchemeService {
		check = o.checkService
	}
	if err := check(body, header); err != nil {
		return nil, err
	}
	event := new(Event)
	if err := json.Unmarshal(body, event); err != nil {
		return nil, &WebhookError{ProblemInvalidBody, "The body is not an event: " + err.Error()}
	}
	return event, nil
}

func (o WebhookOptions) checkStandard(body []byte, header http.Header) error {
	for _, name := range []string{"webhook-id", "webhook-timestamp", "webhook-signature"} {
		if header.Get(name) == "" {
			return missingHeader(name)
		}
	}
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := o.Now().Sub(time.Unix(seconds, 0)); err != nil || age > o.Tolerance || age < -o.Tolerance {
		return &WebhookError{ProblemInvalidTimestamp, fmt.Sprintf("The time of the attempt is more than %s away.", o.Tolerance)}
	}
	content := append([]byte(id+"."+timestamp+"."), body...)
	return o.checkAny(splitSignatures(header.Get("webhook-signature")), func(secret string) string {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return ""
		}
		return "v1," + base64.StdEncoding.EncodeToString(sign(key, content))
	})
}

// Parley sends one signature, two during a rotation. The header's length is in bytes.
const (
	maxSignatures            = 5
	maxSignatureHeaderLength = 1000
)

func splitSignatures(header string) []string {
	if len(header) > maxSignatureHeaderLength {
		return nil
	}
	entries := strings.Fields(header)
	if len(entries) > maxSignatures {
		return entries[:maxSignatures]
	}
	return entries
}

func (o WebhookOptions) checkService(body []byte, header http.Header) error {
	if header.Get("X-Service-Signature") == "" {
		return missingHeader("x-service-signature")
	}
	signatures := []string{header.Get("X-Service-Signature"), header.Get("X-Service-Signature-Previous")}
	return o.checkAny(signatures, func(secret string) string {
		if secret == "" {
			return ""
		}
		return "sha256=" + hex.EncodeToString(sign([]byte(secret), body))
	})
}

func missingHeader(name string) error {
	return &WebhookError{ProblemMissingHeader, "The header " + name + " is missing."}
}

func sign(key, content []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write(content)
	return mac.Sum(nil)
}

// checkAny checks that a secret makes one of the signatures; signature returns "" for a bad secret. It compares in
// constant time.
func (o WebhookOptions) checkAny(signatures []string, signature func(secret string) string) error {
	isSigned := false
	for _, secret := range o.Secrets {
		expected := signature(secret)
		if expected == "" {
			return &WebhookError{ProblemInvalidSecret, "A secret has the form whsec_…, as created with the key."}
		}
		for _, given := range signatures {
			isSigned = hmac.Equal([]byte(expected), []byte(given)) || isSigned
		}
	}
	if !isSigned {
		return &WebhookError{ProblemInvalidSignature, "No signature matches this body and secret."}
	}
	return nil
}
