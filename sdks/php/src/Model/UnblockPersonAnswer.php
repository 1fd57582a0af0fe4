<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class UnblockPersonAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $address;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->address = $raw->address ?? throw self::missing('address');
    }
}
