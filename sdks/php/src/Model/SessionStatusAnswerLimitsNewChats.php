<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * How many chats the account may begin with people who have not written; null: the network has not said
 * @property-read \DateTimeImmutable|null $resetsAt
 */
final class SessionStatusAnswerLimitsNewChats extends \Parley\Model
{
    public readonly ?int $used;
    /** Null where the network gives no number */
    public readonly ?int $total;
    public readonly ?\DateTimeImmutable $resets_at;
    /** The network’s word: NONE, FIRST_WARNING, SECOND_WARNING, CAPPED, or a later one */
    public readonly string $status;

    protected function read(\stdClass $raw): void
    {
        $this->used = $raw->used ?? null;
        $this->total = $raw->total ?? null;
        $this->resets_at = isset($raw->resets_at) ? new \DateTimeImmutable($raw->resets_at) : null;
        $this->status = $raw->status ?? throw self::missing('status');
    }
}
