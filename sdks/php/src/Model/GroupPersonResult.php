<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class GroupPersonResult extends \Parley\Model
{
    public readonly string $address;
    public readonly bool $ok;
    public readonly ?string $error;
    /** The reason, and what helps; null if it was done */
    public readonly ?string $message;

    protected function read(\stdClass $raw): void
    {
        $this->address = $raw->address ?? throw self::missing('address');
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->error = $raw->error ?? null;
        $this->message = $raw->message ?? null;
    }
}
