<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int|null $conversationId
 */
final class SearchResult extends \Parley\Model
{
    public readonly string $kind;
    public readonly string $channel;
    /** Of a person: the newest one; null for people who only commented */
    public readonly ?int $conversation_id;
    /** The person, or the person of the message’s conversation */
    public readonly ?string $name;
    /** Of a message: when it was sent; of a person: the newest message with them */
    public readonly ?\DateTimeImmutable $at;
    public readonly ?SearchResultPerson $person;
    public readonly ?SearchResultMessage $message;

    protected function read(\stdClass $raw): void
    {
        $this->kind = $raw->kind ?? throw self::missing('kind');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->name = $raw->name ?? null;
        $this->at = isset($raw->at) ? new \DateTimeImmutable($raw->at) : null;
        $this->person = isset($raw->person) ? new SearchResultPerson($raw->person) : null;
        $this->message = isset($raw->message) ? new SearchResultMessage($raw->message) : null;
    }
}
