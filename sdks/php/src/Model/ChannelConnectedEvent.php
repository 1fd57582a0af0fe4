<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ChannelConnectedEvent extends Event
{
    public readonly ChannelConnected $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new ChannelConnected($raw->data ?? throw self::missing('data'));
    }
}
