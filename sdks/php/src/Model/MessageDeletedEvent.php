<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageDeletedEvent extends Event
{
    public readonly MessageDeleted $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new MessageDeleted($raw->data ?? throw self::missing('data'));
    }
}
