<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $conversationId
 * @property-read string $messageId
 * @property-read string|null $emojiUrl
 * @property-read string|null $providerMessageId
 * @property-read WhatsappGroup|null $whatsappGroup
 */
final class MessageReaction extends \Parley\Model
{
    public readonly string $channel;
    public readonly int $conversation_id;
    public readonly string $message_id;
    public readonly string $from;
    public readonly Account $account;
    /** For a removal, the removed emoji; null if the reaction is an image (tt) */
    public readonly ?string $emoji;
    /** Address of the image at the platform, which serves it for 30 days (tt); absent if there is an emoji */
    public readonly ?string $emoji_url;
    public readonly string $action;
    public readonly \DateTimeImmutable $at;
    public readonly ?string $provider_message_id;
    public readonly ?WhatsappGroup $whatsapp_group;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? throw self::missing('conversation_id');
        $this->message_id = $raw->message_id ?? throw self::missing('message_id');
        $this->from = $raw->from ?? throw self::missing('from');
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->emoji = $raw->emoji ?? null;
        $this->emoji_url = $raw->emoji_url ?? null;
        $this->action = $raw->action ?? throw self::missing('action');
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
        $this->provider_message_id = $raw->provider_message_id ?? null;
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
    }
}
