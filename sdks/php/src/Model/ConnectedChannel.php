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

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->id = $raw->id;
        $this->name = $raw->name;
        $this->identifier = $raw->identifier ?? null;
        $this->status = $raw->status;
    }
}
