<?php

// The program of the PHP SDK (sdks/conformance/README.md). It runs in the folder where the package is installed.

declare(strict_types=1);

use Parley\{ApiException, CallOptions, Client, ConnectionException, CursorStore, PagedList, TimeoutException, Webhook, WebhookException};

require __DIR__ . '/vendor/parley/sdk/autoload.php';

final class MemoryStore implements CursorStore
{
    public function __construct(public ?string $cursor)
    {
    }

    public function load(): ?string
    {
        return $this->cursor;
    }

    public function save(string $cursor): void
    {
        $this->cursor = $cursor;
    }
}

final class Driver
{
    private Client $client;

    public function configure(array $request): mixed
    {
        $options = array_filter([
            'timeoutSeconds' => isset($request['timeout_ms']) ? $request['timeout_ms'] / 1000 : null,
            'maxRetries' => $request['max_retries'] ?? null,
        ], static fn (mixed $value) => $value !== null);
        $this->client = new Client($request['base_url'], $request['api_key'], ...$options);
        return null;
    }

    public function call(array $request): mixed
    {
        $key = array_key_exists('idempotency_key', $request) ? $request['idempotency_key'] ?? false : null;
        $answer = $this->invoke($request, new CallOptions(idempotencyKey: $key));
        return $answer instanceof PagedList ? $answer->first() : $answer;
    }

    public function items(array $request): array
    {
        return iterator_to_array($this->invoke($request), false);
    }

    public function pull(array $request): array
    {
        $store = new MemoryStore($request['after'] ?? null);
        $events = [];
        $warnings = [];
        $warn = static function (ApiException $error) use (&$warnings): void {
            $warnings[] = $error->errorCode;
        };
        $options = [
            'onError' => ($request['warn'] ?? false) ? $warn : null,
            'follow' => false,
            'limit' => $request['limit'] ?? null,
            'fromLatest' => $request['from_latest'] ?? false,
            'since' => isset($request['since']) ? new DateTimeImmutable($request['since']) : null,
        ];
        foreach ($this->client->events->pull($store, ...$options) as $event) {
            if (count($events) === $request['take']) {
                break;
            }
            $events[] = $event;
        }
        return ['events' => $events, 'cursor' => $store->cursor, 'warnings' => $warnings];
    }

    public function verify(array $request): mixed
    {
        $now = isset($request['now']) ? new DateTimeImmutable($request['now']) : null;
        $scheme = $request['scheme'] ?? Webhook::STANDARD;
        return Webhook::verify(base64_decode($request['body']), $request['headers'], $request['secret'], $scheme, now: $now);
    }

    public function upload(array $request): mixed
    {
        return $this->client->files->uploadFile(base64_decode($request['body']), name: $request['name']);
    }

    private function invoke(array $request, ?CallOptions $options = null): mixed
    {
        [$noun, $verb] = explode('.', $request['method']);
        $input = $request['input'] ?? [];
        try {
            return $this->client->$noun->$verb(...$input, options: $options);
        } catch (ArgumentCountError) {
            // PHP itself refuses a call without a required argument. The untyped call passes it on, so that Parley refuses it.
            return $this->client->call('POST', $verb, $input, $options);
        }
    }
}

function describe(Throwable $error): array
{
    return match (true) {
        $error instanceof ApiException => [
            'kind' => 'api',
            'code' => $error->errorCode,
            'status' => $error->status,
            'request_id' => $error->requestId,
            'doc_url' => $error->docUrl(),
            'details' => $error->details(),
        ],
        $error instanceof WebhookException => ['kind' => 'webhook', 'code' => $error->problem],
        $error instanceof ConnectionException => ['kind' => 'connection'],
        $error instanceof TimeoutException => ['kind' => 'timeout'],
        default => ['kind' => 'other', 'code' => (string) $error],
    };
}

$driver = new Driver();
while (($line = fgets(STDIN)) !== false) {
    $request = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
    try {
        $answer = ['ok' => true, 'result' => $driver->{$request['op']}($request)];
    } catch (Throwable $error) {
        $answer = ['ok' => false, 'error' => describe($error)];
    }
    echo json_encode(['id' => $request['id'], ...$answer], JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE), "\n";
}
