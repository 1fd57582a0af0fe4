<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class GroupUpdatedEvent extends Event
{
    public readonly GroupUpdated $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new GroupUpdated($raw->data ?? throw self::missing('data'));
    }
}
