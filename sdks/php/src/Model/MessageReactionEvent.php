<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageReactionEvent extends Event
{
    public readonly MessageReaction $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new MessageReaction($raw->data ?? throw self::missing('data'));
    }
}
