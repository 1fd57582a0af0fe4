// The program of the Go SDK (sdks/conformance/README.md). It is built in a module that requires the package.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"reflect"
	"strings"
	"time"

	parley "parley.example/sdk"
)

type request struct {
	ID             int
	Op             string
	BaseURL        string  `json:"base_url"`
	APIKey         string  `json:"api_key"`
	TimeoutMs      *int64  `json:"timeout_ms"`
	MaxRetries     *int    `json:"max_retries"`
	Method         string  `json:"method"`
	IdempotencyKey keyText `json:"idempotency_key"`
	Input          map[string]any
	After          string
	FromLatest     bool       `json:"from_latest"`
	Warn           bool       `json:"warn"`
	Since          *time.Time `json:"since"`
	Take           int
	Limit          int64
	Body           []byte
	Headers        map[string]any
	Secret         any
	Scheme         parley.Scheme
	Now            *time.Time
	Name           string
}

// keyText is a key that may be null (none) or absent (the SDK makes one).
type keyText struct{ value *string }

func (k *keyText) UnmarshalJSON(raw []byte) error {
	k.value = new(string)
	if string(raw) == "null" {
		return nil
	}
	return json.Unmarshal(raw, k.value)
}

var client *parley.Client

func configure(r request) (any, error) {
	var options []parley.Option
	if r.TimeoutMs != nil {
		options = append(options, parley.WithTimeout(time.Duration(*r.TimeoutMs)*time.Millisecond))
	}
	if r.MaxRetries != nil {
		options = append(options, parley.WithMaxRetries(*r.MaxRetries))
	}
	client = parley.NewClient(r.BaseURL, r.APIKey, options...)
	return nil, nil
}

// invoke calls a method by its name in the document, with the input in the type of its request.
func invoke(r request) ([]reflect.Value, error) {
	noun, verb, _ := strings.Cut(r.Method, ".")
	service := reflect.ValueOf(client).Elem().FieldByNameFunc(func(name string) bool { return strings.EqualFold(name, noun) })
	var method reflect.Value
	for at := 0; at < service.NumMethod(); at++ {
		if strings.EqualFold(service.Type().Method(at).Name, verb) {
			method = service.Method(at)
		}
	}
	given := []reflect.Value{reflect.ValueOf(context.Background())}
	if kind := method.Type().In(1); kind.Kind() == reflect.Struct {
		// Ids that are numbers or texts are texts in Go.
		if number, isNumber := r.Input["message_id"].(json.Number); isNumber {
			r.Input["message_id"] = number.String()
		}
		raw, err := json.Marshal(r.Input)
		if err != nil {
			return nil, err
		}
		input := reflect.New(kind)
		if err := json.Unmarshal(raw, input.Interface()); err != nil {
			return nil, err
		}
		given = append(given, input.Elem())
	}
	if key := r.IdempotencyKey.value; key != nil {
		given = append(given, reflect.ValueOf(parley.WithIdempotencyKey(*key)))
	}
	return method.Call(given), nil
}

func toError(value reflect.Value) error {
	err, _ := value.Interface().(error)
	return err
}

func call(r request) (any, error) {
	results, err := invoke(r)
	if err != nil {
		return nil, err
	}
	if len(results) == 2 {
		return results[0].Interface(), toError(results[1])
	}
	list := results[0]
	list.MethodByName("NextPage").Call(nil)
	return list.MethodByName("Page").Call(nil)[0].Interface(), toError(list.MethodByName("Err").Call(nil)[0])
}

func items(r request) (any, error) {
	results, err := invoke(r)
	if err != nil {
		return nil, err
	}
	list, found := results[0], []any{}
	for list.MethodByName("Next").Call(nil)[0].Bool() {
		found = append(found, list.MethodByName("Item").Call(nil)[0].Interface())
	}
	return found, toError(list.MethodByName("Err").Call(nil)[0])
}

type memoryStore struct{ cursor string }

func (s *memoryStore) Load(context.Context) (string, error) { return s.cursor, nil }
func (s *memoryStore) Save(_ context.Context, cursor string) error {
	s.cursor = cursor
	return nil
}

func pull(r request) (any, error) {
	store, events := &memoryStore{r.After}, []parley.Event{}
	options := parley.PullOptions{Cursor: store, FromLatest: r.FromLatest, Since: r.Since, StopAtEnd: true, Limit: r.Limit}
	warnings := []string{}
	if r.Warn {
		options.OnError = func(err error) { warnings = append(warnings, err.(*parley.APIError).Code) }
	}
	puller := client.Events.Pull(context.Background(), options)
	for puller.Next() {
		if len(events) == r.Take {
			break
		}
		events = append(events, *puller.Event())
	}
	return map[string]any{"events": events, "cursor": store.cursor, "warnings": warnings}, puller.Err()
}

func verify(r request) (any, error) {
	header := http.Header{}
	for name, value := range r.Headers {
		if text, isText := value.(string); isText {
			header.Set(name, text)
		}
	}
	secrets := []string{}
	switch secret := r.Secret.(type) {
	case string:
		secrets = append(secrets, secret)
	case []any:
		for _, each := range secret {
			secrets = append(secrets, each.(string))
		}
	}
	options := parley.WebhookOptions{Secrets: secrets[1:], Scheme: r.Scheme}
	if r.Now != nil {
		options.Now = func() time.Time { return *r.Now }
	}
	return parley.VerifyWebhook(r.Body, header, secrets[0], options)
}

func upload(r request) (any, error) {
	return client.Files.UploadFile(context.Background(), parley.FileUpload{Name: r.Name, Data: r.Body})
}

func describe(err error) map[string]any {
	var answer *parley.APIError
	var webhook *parley.WebhookError
	var connection *parley.ConnectionError
	var timeout *parley.TimeoutError
	switch {
	case errors.As(err, &answer):
		described := map[string]any{"kind": "api", "code": answer.Code, "status": answer.Status, "request_id": answer.RequestID, "doc_url": answer.DocURL}
		if answer.Details != nil {
			described["details"] = answer.Details
		}
		return described
	case errors.As(err, &webhook):
		return map[string]any{"kind": "webhook", "code": webhook.Problem}
	case errors.As(err, &connection):
		return map[string]any{"kind": "connection"}
	case errors.As(err, &timeout):
		return map[string]any{"kind": "timeout"}
	}
	return map[string]any{"kind": "other", "code": err.Error()}
}

func answer(line []byte) map[string]any {
	var r request
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(&r); err != nil {
		return map[string]any{"id": r.ID, "ok": false, "error": describe(err)}
	}
	operations := map[string]func(request) (any, error){
		"configure": configure, "call": call, "items": items, "pull": pull, "verify": verify, "upload": upload,
	}
	result, err := operations[r.Op](r)
	if err != nil {
		return map[string]any{"id": r.ID, "ok": false, "error": describe(err)}
	}
	return map[string]any{"id": r.ID, "ok": true, "result": result}
}

func main() {
	lines := bufio.NewReader(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		if err := answers.Encode(answer(line)); err != nil {
			panic(err)
		}
	}
}
