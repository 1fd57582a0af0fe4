<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CreateGroupAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly Group $group;
    /** @var list<GroupPersonResult> One for each participant */
    public readonly array $results;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->group = new Group($raw->group ?? throw self::missing('group'));
        $this->results = array_map(static fn (mixed $item) => new GroupPersonResult($item), $raw->results ?? throw self::missing('results'));
    }
}
