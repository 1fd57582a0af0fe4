<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * Every error answers this body.
 * @property-read string|null $oldestAfter
 * @property-read int|null $retryAfter
 * @property-read string|null $docUrl
 * @property-read string $requestId
 */
final class ErrorBody extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $error;
    /** For people; of a provider error the provider’s own message */
    public readonly string $message;
    /** @var list<ErrorBodyDetail>|null Every field problem, in the order of the fields; only on field errors */
    public readonly ?array $details;
    /** What the provider said; only on 502 and 504 */
    public readonly ?ErrorBodyProvider $provider;
    /** Where to continue; only on invalid_after of an expired position */
    public readonly ?string $oldest_after;
    /** Seconds; on 429, 503, and 409 account_restricted whose end is known */
    public readonly ?int $retry_after;
    /** Description of the code, on this Parley */
    public readonly ?string $doc_url;
    /** The same as X-Request-Id */
    public readonly string $request_id;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->error = $raw->error ?? throw self::missing('error');
        $this->message = $raw->message ?? throw self::missing('message');
        $this->details = isset($raw->details) ? array_map(static fn (mixed $item) => new ErrorBodyDetail($item), $raw->details) : null;
        $this->provider = isset($raw->provider) ? new ErrorBodyProvider($raw->provider) : null;
        $this->oldest_after = $raw->oldest_after ?? null;
        $this->retry_after = $raw->retry_after ?? null;
        $this->doc_url = $raw->doc_url ?? null;
        $this->request_id = $raw->request_id ?? throw self::missing('request_id');
    }
}
