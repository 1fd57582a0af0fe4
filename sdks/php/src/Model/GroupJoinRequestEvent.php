<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class GroupJoinRequestEvent extends Event
{
    public readonly GroupJoinRequest $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new GroupJoinRequest($raw->data ?? throw self::missing('data'));
    }
}
