<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int|null $conversationId
 * @property-read bool $optedOut
 */
final class ContactOptOut extends \Parley\Model
{
    public readonly string $channel;
    public readonly ?int $conversation_id;
    /** The address for `to` of a send */
    public readonly string $from;
    public readonly Account $account;
    /** false: the person opted in again */
    public readonly bool $opted_out;
    /** customer: a stop or start word */
    public readonly string $by;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->from = $raw->from ?? throw self::missing('from');
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->opted_out = $raw->opted_out ?? throw self::missing('opted_out');
        $this->by = $raw->by ?? throw self::missing('by');
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
