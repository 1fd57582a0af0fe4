<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $conversationId
 * @property-read string|null $nextCursor
 */
final class MessagesAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $conversation_id;
    public readonly string $channel;
    public readonly int $count;
    /** @var list<ReadMessage> */
    public readonly array $messages;
    public readonly ?string $next_cursor;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->conversation_id = $raw->conversation_id ?? throw self::missing('conversation_id');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->count = $raw->count ?? throw self::missing('count');
        $this->messages = array_map(static fn (mixed $item) => new ReadMessage($item), $raw->messages ?? throw self::missing('messages'));
        $this->next_cursor = $raw->next_cursor ?? null;
    }
}
