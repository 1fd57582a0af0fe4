<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $groupId
 */
final class GroupRequestsAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $group_id;
    /** @var list<GroupRequest> */
    public readonly array $requests;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->group_id = $raw->group_id ?? throw self::missing('group_id');
        $this->requests = array_map(static fn (mixed $item) => new GroupRequest($item), $raw->requests ?? throw self::missing('requests'));
    }
}
