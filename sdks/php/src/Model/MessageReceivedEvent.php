<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageReceivedEvent extends Event
{
    public readonly MessageReceived $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new MessageReceived($raw->data ?? throw self::missing('data'));
    }
}
