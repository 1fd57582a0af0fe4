<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ChannelDisconnectedEvent extends Event
{
    public readonly ChannelDisconnected $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new ChannelDisconnected($raw->data ?? throw self::missing('data'));
    }
}
