<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class UpdateGroupAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly Group $group;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->group = new Group($raw->group ?? throw self::missing('group'));
    }
}
