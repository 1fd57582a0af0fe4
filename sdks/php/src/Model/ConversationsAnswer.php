<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $nextCursor
 */
final class ConversationsAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $count;
    /** @var list<ReadConversation> */
    public readonly array $conversations;
    public readonly ?string $next_cursor;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->count = $raw->count ?? throw self::missing('count');
        $this->conversations = array_map(static fn (mixed $item) => new ReadConversation($item), $raw->conversations ?? throw self::missing('conversations'));
        $this->next_cursor = $raw->next_cursor ?? null;
    }
}
