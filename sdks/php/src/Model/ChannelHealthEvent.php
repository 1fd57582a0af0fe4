<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ChannelHealthEvent extends Event
{
    public readonly ChannelHealth $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new ChannelHealth($raw->data ?? throw self::missing('data'));
    }
}
