<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $nextCursor
 */
final class SearchAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $count;
    /** @var list<SearchResult> */
    public readonly array $results;
    public readonly ?string $next_cursor;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->count = $raw->count ?? throw self::missing('count');
        $this->results = array_map(static fn (mixed $item) => new SearchResult($item), $raw->results ?? throw self::missing('results'));
        $this->next_cursor = $raw->next_cursor ?? null;
    }
}
