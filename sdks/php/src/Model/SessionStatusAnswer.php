<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $accountId
 * @property-read string|null $pairUrl
 */
final class SessionStatusAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $account_id;
    public readonly string $label;
    public readonly string $status;
    public readonly \DateTimeImmutable $since;
    public readonly ?string $phone;
    public readonly ?string $reason;
    /** The part that failed: `proxy` when the proxy of the session opened no connection; else null */
    public readonly ?string $detail;
    /** The proxy without its password: `http://user:…@host:port`; null: none */
    public readonly ?string $proxy;
    /** Null when the page can no longer link a phone */
    public readonly ?string $pair_url;
    /** What the network allows the account, as it said last; null before a phone is linked */
    public readonly ?SessionStatusAnswerLimits $limits;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->account_id = $raw->account_id ?? throw self::missing('account_id');
        $this->label = $raw->label ?? throw self::missing('label');
        $this->status = $raw->status ?? throw self::missing('status');
        $this->since = new \DateTimeImmutable($raw->since ?? throw self::missing('since'));
        $this->phone = $raw->phone ?? null;
        $this->reason = $raw->reason ?? null;
        $this->detail = $raw->detail ?? null;
        $this->proxy = $raw->proxy ?? null;
        $this->pair_url = $raw->pair_url ?? null;
        $this->limits = isset($raw->limits) ? new SessionStatusAnswerLimits($raw->limits) : null;
    }
}
