<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class BlockedPerson extends \Parley\Model
{
    /** The number, or the hidden id where the number is unknown */
    public readonly string $address;
    /** The hidden id; null if it is unknown */
    public readonly ?string $lid;

    protected function read(\stdClass $raw): void
    {
        $this->address = $raw->address ?? throw self::missing('address');
        $this->lid = $raw->lid ?? null;
    }
}
