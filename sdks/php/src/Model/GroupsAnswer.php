<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $nextCursor
 */
final class GroupsAnswer extends \Parley\Model
{
    public readonly bool $ok;
    /** @var list<GroupSummary> */
    public readonly array $groups;
    public readonly ?string $next_cursor;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->groups = array_map(static fn (mixed $item) => new GroupSummary($item), $raw->groups ?? throw self::missing('groups'));
        $this->next_cursor = $raw->next_cursor ?? null;
    }
}
