<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageStatusEvent extends Event
{
    public readonly MessageStatus $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new MessageStatus($raw->data ?? throw self::missing('data'));
    }
}
