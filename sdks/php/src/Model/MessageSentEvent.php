<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageSentEvent extends Event
{
    public readonly MessageSent $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new MessageSent($raw->data ?? throw self::missing('data'));
    }
}
