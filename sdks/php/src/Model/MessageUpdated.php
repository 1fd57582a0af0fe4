<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $conversationId
 * @property-read string $messageId
 * @property-read \DateTimeImmutable $editedAt
 * @property-read string|null $providerMessageId
 * @property-read WhatsappGroup|null $whatsappGroup
 */
final class MessageUpdated extends \Parley\Model
{
    public readonly string $channel;
    public readonly int $conversation_id;
    public readonly string $message_id;
    /** in: a message of the customer; out: one of the account */
    public readonly string $direction;
    /** The address that sends go to */
    public readonly string $peer;
    public readonly Account $account;
    /** The new text */
    public readonly string $text;
    public readonly \DateTimeImmutable $edited_at;
    public readonly ?string $provider_message_id;
    public readonly ?WhatsappGroup $whatsapp_group;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? throw self::missing('conversation_id');
        $this->message_id = $raw->message_id ?? throw self::missing('message_id');
        $this->direction = $raw->direction ?? throw self::missing('direction');
        $this->peer = $raw->peer ?? throw self::missing('peer');
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->text = $raw->text ?? throw self::missing('text');
        $this->edited_at = new \DateTimeImmutable($raw->edited_at ?? throw self::missing('edited_at'));
        $this->provider_message_id = $raw->provider_message_id ?? null;
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
    }
}
