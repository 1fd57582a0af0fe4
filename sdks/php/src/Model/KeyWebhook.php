<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $webhookSecret
 */
final class KeyWebhook extends \Parley\Model
{
    public readonly bool $ok;
    public readonly ?string $url;
    /** @var list<string> */
    public readonly array $events;
    public readonly string $status;
    public readonly ?string $reason;
    /** A new secret; only in the response to the call that sets the address */
    public readonly ?string $webhook_secret;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->url = $raw->url ?? null;
        $this->events = $raw->events ?? throw self::missing('events');
        $this->status = $raw->status ?? throw self::missing('status');
        $this->reason = $raw->reason ?? null;
        $this->webhook_secret = $raw->webhook_secret ?? null;
    }
}
