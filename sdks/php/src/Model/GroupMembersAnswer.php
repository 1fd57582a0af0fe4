<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $groupId
 */
final class GroupMembersAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $group_id;
    /** @var list<GroupPersonResult> */
    public readonly array $results;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->group_id = $raw->group_id ?? throw self::missing('group_id');
        $this->results = array_map(static fn (mixed $item) => new GroupPersonResult($item), $raw->results ?? throw self::missing('results'));
    }
}
