<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

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

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->account_id = $raw->account_id;
        $this->status = $raw->status;
        $this->qr = $raw->qr;
        $this->image = $raw->image;
        $this->expires_at = new \DateTimeImmutable($raw->expires_at);
    }
}
