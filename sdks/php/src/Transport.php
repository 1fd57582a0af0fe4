<?php

declare(strict_types=1);

namespace Parley;

/** Calls actions over HTTP, with retries. */
final class Transport
{
    private const FIRST_BACKOFF_SECONDS = 0.5;
    private const MAX_BACKOFF_SECONDS = 8.0;
    /** Parley gives a request this time. */
    private const UPLOAD_SECONDS = 600.0;

    public function __construct(
        private readonly string $baseUrl,
        #[\SensitiveParameter] private readonly string $apiKey,
        private readonly float $timeoutSeconds,
        private readonly int $maxRetries,
        private readonly HttpClient $http,
        private readonly float $attemptTimeoutSeconds,
        private readonly ?\Closure $onRetry,
    ) {
    }

    /** Exponential backoff with jitter, in seconds, so that clients do not retry at the same time. */
    public static function backoffSeconds(int $repeat): float
    {
        $seconds = min(self::MAX_BACKOFF_SECONDS, self::FIRST_BACKOFF_SECONDS * 2 ** min($repeat, 10));
        return $seconds * (0.5 + random_int(0, 1000) / 2000);
    }

    public static function wait(float $seconds): void
    {
        usleep((int) round(max(0.0, $seconds) * 1e6));
    }

    /**
     * Uploads bytes; returns the answer.
     *
     * @param array<string, mixed> $optional Members of the query, without those that are null
     */
    public function upload(string $bytes, array $optional, ?CallOptions $options): \stdClass
    {
        return $this->call('POST', 'upload', [], $optional, $options, $bytes);
    }

    /**
     * Calls an action; returns its answer.
     *
     * @param array<string, mixed> $input
     * @param array<string, mixed> $optional Further members, without those that are null
     * @param string|null $bytes The body of an upload, whose members are in the query
     */
    public function call(string $method, string $action, array $input, array $optional, ?CallOptions $options, ?string $bytes = null): \stdClass
    {
        $options ??= new CallOptions();
        $maxRetries = $options->maxRetries ?? $this->maxRetries;
        $usual = $bytes === null ? $this->timeoutSeconds : max($this->timeoutSeconds, self::UPLOAD_SECONDS);
        $timeoutSeconds = $options->timeoutSeconds ?? $usual;
        $deadline = hrtime(true) / 1e9 + $timeoutSeconds;
        $key = $method === 'GET' ? false : $options->idempotencyKey ?? bin2hex(random_bytes(16));
        $key = $key === false ? false : Configuration::idempotencyKey($key);
        $isRepeatable = $method === 'GET' || $key !== false;
        [$url, $headers, $body] = $this->makeRequest($method, $action, $input + array_filter($optional, static fn (mixed $value) => $value !== null), $key, $bytes);
        $isOutcomeUnknown = false;

        for ($repeat = 0;; $repeat++) {
            $left = $deadline - hrtime(true) / 1e9;
            if ($left <= 0) {
                throw new TimeoutException("$action got no answer in $timeoutSeconds s.");
            }
            // An attempt after which no other may come has all of the time, and so have bytes, which may be many.
            $isLast = !$isRepeatable || $repeat >= $maxRetries || $bytes !== null;
            $limit = $isLast ? $left : min($left, $this->attemptTimeoutSeconds);
            try {
                $answer = $this->http->send($method, $url, $headers, $body, $limit);
                $result = json_decode($answer->body);
                if ($answer->status >= 200 && $answer->status < 300 && $result instanceof \stdClass) {
                    return $result;
                }
                $failure = new ApiException($answer);
                // The first attempt of the same call may still be running.
                $isOwnRepeat = $isOutcomeUnknown && $failure->errorCode === Model\ErrorCode::IDEMPOTENCY_IN_PROGRESS;
                $mayRepeat = $isOwnRepeat || in_array($failure->status, [429, 503], true);
            } catch (ConnectionException $failure) {
                // A stream can time out some milliseconds early.
                if (hrtime(true) / 1e9 >= $deadline - 0.02) {
                    throw new TimeoutException("$action got no answer in $timeoutSeconds s.", 0, $failure);
                }
                $isOutcomeUnknown = true;
                $mayRepeat = $isRepeatable;
            }
            $retryAfter = $failure instanceof ApiException ? $failure->retryAfter : null;
            $seconds = $retryAfter ?? self::backoffSeconds($repeat);
            if (!$mayRepeat || $repeat >= $maxRetries || hrtime(true) / 1e9 + $seconds >= $deadline) {
                throw $failure;
            }
            if ($this->onRetry !== null) {
                ($this->onRetry)(new Retry($action, $repeat + 2, $seconds, $failure));
            }
            self::wait($seconds);
        }
    }

    /**
     * @param array<string, mixed> $input
     * @return array{string, array<string, string>, string|null}
     */
    private function makeRequest(string $method, string $action, array $input, string|false $key, ?string $bytes): array
    {
        $url = "$this->baseUrl/$action";
        $headers = ['authorization' => "Bearer $this->apiKey", 'accept' => 'application/json', 'user-agent' => Configuration::userAgent()];
        $given = array_map(
            static fn (mixed $value) => $value instanceof \DateTimeInterface ? $value->format(\DATE_RFC3339_EXTENDED) : $value,
            $input,
        );
        if ($method === 'GET' || $bytes !== null) {
            // Without this, true is 1 and false is the empty text.
            $texts = array_map(static fn (mixed $value) => is_bool($value) ? ($value ? 'true' : 'false') : $value, $given);
            $query = http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
            $url = $query === '' ? $url : "$url?$query";
        }
        if ($method === 'GET') {
            return [$url, $headers, null];
        }
        $headers['content-type'] = $bytes === null ? 'application/json' : 'application/octet-stream';
        if ($key !== false) {
            $headers['idempotency-key'] = $key;
        }
        return [$url, $headers, $bytes ?? json_encode((object) $given, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES)];
    }
}
