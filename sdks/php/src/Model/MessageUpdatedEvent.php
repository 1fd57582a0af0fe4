<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageUpdatedEvent extends Event
{
    public readonly MessageUpdated $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new MessageUpdated($raw->data ?? throw self::missing('data'));
    }
}
