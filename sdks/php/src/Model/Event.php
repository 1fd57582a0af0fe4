<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * An event of a key: one class for each type, and UnknownEvent for types that this version does not know.
 *
 * @property-read string $instanceId
 * @property-read \DateTimeImmutable $createdAt
 */
abstract class Event extends \Parley\Model
{
    /** The same on every attempt and for every key: de-duplicate by it. */
    public readonly string $id;
    /** The type, such as `message.received`. */
    public readonly string $event;
    /** Id of the key. */
    public readonly string $instance_id;
    public readonly \DateTimeImmutable $created_at;

    protected function read(\stdClass $raw): void
    {
        $this->id = $raw->id ?? throw self::missing('id');
        $this->event = $raw->event ?? throw self::missing('event');
        $this->instance_id = $raw->instance_id ?? throw self::missing('instance_id');
        $this->created_at = new \DateTimeImmutable($raw->created_at ?? throw self::missing('created_at'));
    }

    public static function of(\stdClass $raw): self
    {
        return match ($raw->event ?? null) {
            'message.received' => new MessageReceivedEvent($raw),
            'message.sent' => new MessageSentEvent($raw),
            'message.status' => new MessageStatusEvent($raw),
            'message.reaction' => new MessageReactionEvent($raw),
            'comment.received' => new CommentReceivedEvent($raw),
            'channel.connected' => new ChannelConnectedEvent($raw),
            'channel.disconnected' => new ChannelDisconnectedEvent($raw),
            'message.updated' => new MessageUpdatedEvent($raw),
            'message.deleted' => new MessageDeletedEvent($raw),
            'contact.typing' => new ContactTypingEvent($raw),
            'contact.opt_out' => new ContactOptOutEvent($raw),
            'contact.referral' => new ContactReferralEvent($raw),
            'group.updated' => new GroupUpdatedEvent($raw),
            'call.received' => new CallReceivedEvent($raw),
            'template.status' => new TemplateStatusEvent($raw),
            'channel.health' => new ChannelHealthEvent($raw),
            'comment.updated' => new CommentUpdatedEvent($raw),
            'comment.deleted' => new CommentDeletedEvent($raw),
            'conversation.control' => new ConversationControlEvent($raw),
            'group.join_request' => new GroupJoinRequestEvent($raw),
            default => new \Parley\UnknownEvent($raw),
        };
    }
}
