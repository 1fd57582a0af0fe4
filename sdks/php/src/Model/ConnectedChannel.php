<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ConnectedChannel extends \Parley\Model
{
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    /** Readable number; present for wd entries and for wa */
    public readonly ?string $identifier;
    public readonly string $status;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->id = $raw->id ?? throw self::missing('id');
        $this->name = $raw->name ?? throw self::missing('name');
        $this->identifier = $raw->identifier ?? null;
        $this->status = $raw->status ?? throw self::missing('status');
    }
}
