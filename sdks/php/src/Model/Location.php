<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Location extends \Parley\Model
{
    public readonly int|float $latitude;
    public readonly int|float $longitude;
    public readonly ?string $name;
    public readonly ?string $address;

    protected function read(\stdClass $raw): void
    {
        $this->latitude = $raw->latitude ?? throw self::missing('latitude');
        $this->longitude = $raw->longitude ?? throw self::missing('longitude');
        $this->name = $raw->name ?? null;
        $this->address = $raw->address ?? null;
    }
}
