<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $nextAfter
 * @property-read bool $hasMore
 */
final class EventsAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $count;
    /** @var list<Event> Each event as it is delivered to the webhook */
    public readonly array $events;
    /** The next `after`: the id of the last examined event, of this key or not; `after` if there was none */
    public readonly ?string $next_after;
    public readonly bool $has_more;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->count = $raw->count ?? throw self::missing('count');
        $this->events = array_map(static fn (mixed $item) => Event::of($item), $raw->events ?? throw self::missing('events'));
        $this->next_after = $raw->next_after ?? null;
        $this->has_more = $raw->has_more ?? throw self::missing('has_more');
    }
}
