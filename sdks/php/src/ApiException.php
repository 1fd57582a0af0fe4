<?php

declare(strict_types=1);

namespace Parley;

/** The answer of an API that refused a call. Model\ErrorCode lists the codes; docs/errors of Parley has advice for each. */
final class ApiException extends ParleyException
{
    /** Id of the request, for reports of problems. */
    public readonly ?string $requestId;

    /**
     * @param int $status HTTP status
     * @param string $errorCode Model\ErrorCode::UNEXPECTED_ANSWER: the answer does not have the error body of the API
     * @param array<string, mixed> $body The whole body, with members that only this error has, such as `templates`
     * @param float|null $retryAfter Seconds to wait; on 429 and 503
     */
    private function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        public readonly array $body,
        ?string $requestId,
        public readonly ?float $retryAfter,
    ) {
        parent::__construct(self::text($body, 'message') ?? "Parley answered with HTTP status $status.");
        $this->requestId = $requestId;
    }

    public static function of(HttpAnswer $answer): self
    {
        $body = json_decode($answer->body, true);
        $body = is_array($body) ? $body : [];
        return new self(
            $answer->status,
            self::text($body, 'error') ?? Model\ErrorCode::UNEXPECTED_ANSWER,
            $body,
            self::text($body, 'request_id') ?? $answer->headers['x-request-id'] ?? null,
            is_numeric($body['retry_after'] ?? null) ? (float) $body['retry_after'] : self::readRetryAfter($answer),
        );
    }

    /** @param array<string, mixed> $body */
    private static function text(array $body, string $name): ?string
    {
        return is_string($body[$name] ?? null) ? $body[$name] : null;
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
