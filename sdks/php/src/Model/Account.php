<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Account extends \Parley\Model
{
    public readonly string $id;
    public readonly ?string $number;
    public readonly ?string $label;

    protected function read(\stdClass $raw): void
    {
        $this->id = $raw->id ?? throw self::missing('id');
        $this->number = $raw->number ?? null;
        $this->label = $raw->label ?? null;
    }
}
