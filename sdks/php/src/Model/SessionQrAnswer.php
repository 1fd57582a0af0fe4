<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $accountId
 * @property-read \DateTimeImmutable $expiresAt
 */
final class SessionQrAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $account_id;
    public readonly string $status;
    /** The text to encode */
    public readonly string $qr;
    /** data:image/png;base64,… */
    public readonly string $image;
    public readonly \DateTimeImmutable $expires_at;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->account_id = $raw->account_id ?? throw self::missing('account_id');
        $this->status = $raw->status ?? throw self::missing('status');
        $this->qr = $raw->qr ?? throw self::missing('qr');
        $this->image = $raw->image ?? throw self::missing('image');
        $this->expires_at = new \DateTimeImmutable($raw->expires_at ?? throw self::missing('expires_at'));
    }
}
