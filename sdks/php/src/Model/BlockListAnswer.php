<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $nextCursor
 */
final class BlockListAnswer extends \Parley\Model
{
    public readonly bool $ok;
    /** @var list<BlockedPerson> */
    public readonly array $blocked;
    public readonly ?string $next_cursor;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->blocked = array_map(static fn (mixed $item) => new BlockedPerson($item), $raw->blocked ?? throw self::missing('blocked'));
        $this->next_cursor = $raw->next_cursor ?? null;
    }
}
