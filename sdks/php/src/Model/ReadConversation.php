<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $conversationId
 * @property-read int $contactId
 * @property-read bool $isSnoozed
 * @property-read \DateTimeImmutable|null $replyUntil
 * @property-read ReadConversationLastMessage|null $lastMessage
 * @property-read \DateTimeImmutable $lastActivityAt
 * @property-read \DateTimeImmutable $createdAt
 * @property-read string|null $threadOwner
 */
final class ReadConversation extends \Parley\Model
{
    public readonly int $conversation_id;
    /** A person’s comments form a separate conversation */
    public readonly string $kind;
    public readonly string $channel;
    public readonly Account $account;
    /** The `to` of a send */
    public readonly string $peer;
    public readonly int $contact_id;
    public readonly ?string $name;
    public readonly string $status;
    public readonly bool $is_snoozed;
    /** Messages of the customer that no member has read or answered */
    public readonly int $unread;
    /** Whether it is open and its last message is the customer’s */
    public readonly bool $waiting;
    /** @var list<string> Titles */
    public readonly array $labels;
    /** The end of the time in which a text may be sent; null if the channel has no window, or it is closed */
    public readonly ?\DateTimeImmutable $reply_until;
    public readonly ?ReadConversationLastMessage $last_message;
    public readonly \DateTimeImmutable $last_activity_at;
    public readonly \DateTimeImmutable $created_at;
    /** wa, fb, ig: the app that may answer, where several share the account */
    public readonly ?string $thread_owner;
    /** The last hand-over of the thread; absent if there was none */
    public readonly ?Handover $handover;

    protected function read(\stdClass $raw): void
    {
        $this->conversation_id = $raw->conversation_id ?? throw self::missing('conversation_id');
        $this->kind = $raw->kind ?? throw self::missing('kind');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->peer = $raw->peer ?? throw self::missing('peer');
        $this->contact_id = $raw->contact_id ?? throw self::missing('contact_id');
        $this->name = $raw->name ?? null;
        $this->status = $raw->status ?? throw self::missing('status');
        $this->is_snoozed = $raw->is_snoozed ?? throw self::missing('is_snoozed');
        $this->unread = $raw->unread ?? throw self::missing('unread');
        $this->waiting = $raw->waiting ?? throw self::missing('waiting');
        $this->labels = $raw->labels ?? throw self::missing('labels');
        $this->reply_until = isset($raw->reply_until) ? new \DateTimeImmutable($raw->reply_until) : null;
        $this->last_message = isset($raw->last_message) ? new ReadConversationLastMessage($raw->last_message) : null;
        $this->last_activity_at = new \DateTimeImmutable($raw->last_activity_at ?? throw self::missing('last_activity_at'));
        $this->created_at = new \DateTimeImmutable($raw->created_at ?? throw self::missing('created_at'));
        $this->thread_owner = $raw->thread_owner ?? null;
        $this->handover = isset($raw->handover) ? new Handover($raw->handover) : null;
    }
}
