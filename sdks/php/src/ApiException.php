<?php

declare(strict_types=1);

namespace Parley;

/**
 * The answer of an API that refused a call. Its message ends with the code, the HTTP status and the id of the request;
 * `$body['message']` is the message alone. Model\ErrorCode lists the codes; docs/errors of Parley has advice for each.
 */
final class ApiException extends ParleyException
{
    /** HTTP status. */
    public readonly int $status;
    /** Model\ErrorCode::UNEXPECTED_ANSWER: the answer does not have the error body of the API. */
    public readonly string $errorCode;
    /** @var array<string, mixed> The whole body, with members that only this error has, such as `templates`. */
    public readonly array $body;
    /** Id of the request, for reports of problems. */
    public readonly ?string $requestId;
    /** Seconds to wait; on 429 and 503. */
    public readonly ?float $retryAfter;

    public function __construct(HttpAnswer $answer)
    {
        $body = json_decode($answer->body, true);
        $this->body = is_array($body) ? $body : [];
        $this->status = $answer->status;
        $this->errorCode = $this->text('error') ?? Model\ErrorCode::UNEXPECTED_ANSWER;
        $this->requestId = $this->text('request_id') ?? $answer->headers['x-request-id'] ?? null;
        $message = $this->text('message') ?? "Parley answered with HTTP status $answer->status.";
        $place = implode(', ', array_filter([$this->errorCode, "HTTP $answer->status", $this->requestId]));
        $page = $this->docUrl();
        parent::__construct("$message ($place)" . ($page === null ? '' : " See $page"));
        $seconds = $this->body['retry_after'] ?? null;
        $this->retryAfter = is_numeric($seconds) ? (float) $seconds : self::readRetryAfter($answer);
    }

    /** @return list<array{field: string, code: string, message: string}> The missing and invalid fields. */
    public function details(): array
    {
        return $this->body['details'] ?? [];
    }

    /** @return array<string, mixed>|null The platform's own error. */
    public function provider(): ?array
    {
        return $this->body['provider'] ?? null;
    }

    /** Address of the page with advice on the code; null if Parley gave none. */
    public function docUrl(): ?string
    {
        return $this->text('doc_url');
    }

    private function text(string $name): ?string
    {
        return is_string($this->body[$name] ?? null) ? $this->body[$name] : null;
    }

    /** Seconds of a `Retry-After` header, which is a number or a date. */
    private static function readRetryAfter(HttpAnswer $answer): ?float
    {
        $value = $answer->headers['retry-after'] ?? '';
        if (ctype_digit($value)) {
            return (float) $value;
        }
        $time = strtotime($value);
        return $time === false ? null : max(0.0, (float) ($time - time()));
    }
}
