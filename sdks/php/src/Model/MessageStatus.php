<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $conversationId
 * @property-read string $messageId
 * @property-read string|null $providerMessageId
 * @property-read WhatsappGroup|null $whatsappGroup
 */
final class MessageStatus extends \Parley\Model
{
    public readonly string $channel;
    public readonly int $conversation_id;
    public readonly string $message_id;
    public readonly string $to;
    public readonly Account $account;
    public readonly string $status;
    public readonly \DateTimeImmutable $at;
    public readonly ?MessageError $error;
    public readonly ?string $provider_message_id;
    public readonly ?WhatsappGroup $whatsapp_group;
    /** wa: the price that Meta charges for it */
    public readonly ?Pricing $pricing;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? throw self::missing('conversation_id');
        $this->message_id = $raw->message_id ?? throw self::missing('message_id');
        $this->to = $raw->to ?? throw self::missing('to');
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->status = $raw->status ?? throw self::missing('status');
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
        $this->error = isset($raw->error) ? new MessageError($raw->error) : null;
        $this->provider_message_id = $raw->provider_message_id ?? null;
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
        $this->pricing = isset($raw->pricing) ? new Pricing($raw->pricing) : null;
    }
}
