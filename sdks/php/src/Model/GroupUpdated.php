<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int|null $conversationId
 * @property-read string $groupId
 */
final class GroupUpdated extends \Parley\Model
{
    public readonly string $channel;
    /** null for a group without messages */
    public readonly ?int $conversation_id;
    public readonly Account $account;
    public readonly string $group_id;
    /** The new subject; null if it did not change */
    public readonly ?string $subject;
    /** @var list<string> Addresses */
    public readonly array $joined;
    /** @var list<string> Addresses */
    public readonly array $left;
    /** The person who changed it; null if the platform does not report it */
    public readonly ?string $by;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->group_id = $raw->group_id ?? throw self::missing('group_id');
        $this->subject = $raw->subject ?? null;
        $this->joined = $raw->joined ?? throw self::missing('joined');
        $this->left = $raw->left ?? throw self::missing('left');
        $this->by = $raw->by ?? null;
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
