package parley

import (
	"net/url"
	"os"
	"runtime"
	"strings"
)

// ConfigurationError is an option or argument with which no call can be made. A call returns it without an attempt, and
// Client.Err as soon as the client is made. Its message has no value: an address or a key could be a secret.
type ConfigurationError struct{ Message string }

func (e *ConfigurationError) Error() string { return "parley: " + e.Message }

var userAgent = "parley-go/" + Version + " (go " + strings.TrimPrefix(runtime.Version(), "go") + ")"

// isASCII reports whether a text is not empty, and all of it from one character to "~".
func isASCII(text string, from rune) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool { return r < from || r > '~' }) < 0
}

// readBaseURL returns the address of the API with a slash at its end.
func readBaseURL(given string) (string, error) {
	if given == "" {
		given = os.Getenv("PARLEY_BASE_URL")
	}
	if given == "" {
		return "", &ConfigurationError{"baseURL is missing: pass it, or set PARLEY_BASE_URL."}
	}
	address, err := url.Parse(given)
	isAddress := err == nil && (address.Scheme == "http" || address.Scheme == "https") && address.Hostname() != ""
	if !isAddress || address.User != nil || strings.ContainsAny(given, "?#") || !isASCII(given, '!') {
		return "", &ConfigurationError{"baseURL must have the form https://host/tenant/api/messaging/."}
	}
	return strings.TrimRight(given, "/") + "/", nil
}

func readAPIKey(given string) (string, error) {
	if given == "" {
		given = os.Getenv("PARLEY_API_KEY")
	}
	if given == "" {
		return "", &ConfigurationError{"apiKey is missing: pass it, or set PARLEY_API_KEY."}
	}
	if !isASCII(given, '!') {
		return "", &ConfigurationError{"apiKey must consist of visible ASCII characters, without spaces and line breaks."}
	}
	return given, nil
}

func checkIdempotencyKey(given string) error {
	if !isASCII(given, ' ') {
		return &ConfigurationError{"the idempotency key must consist of printable ASCII characters."}
	}
	return nil
}
