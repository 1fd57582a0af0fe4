<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int|null $conversationId
 * @property-read string $groupId
 */
final class GroupJoinRequest extends \Parley\Model
{
    public readonly string $channel;
    /** null for a group without messages */
    public readonly ?int $conversation_id;
    public readonly Account $account;
    public readonly string $group_id;
    /** The address of the person who asks */
    public readonly string $person;
    /** An approved person is in joined of group.updated */
    public readonly string $state;
    /** The network’s name: invite_link, linked_group_join, non_admin_add */
    public readonly ?string $method;
    /** The admin who rejected it; else the person */
    public readonly ?string $by;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->group_id = $raw->group_id ?? throw self::missing('group_id');
        $this->person = $raw->person ?? throw self::missing('person');
        $this->state = $raw->state ?? throw self::missing('state');
        $this->method = $raw->method ?? null;
        $this->by = $raw->by ?? null;
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
