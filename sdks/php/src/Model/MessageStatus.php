<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

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
    /** wa: what Meta charges for it */
    public readonly ?Pricing $pricing;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->conversation_id = $raw->conversation_id;
        $this->message_id = $raw->message_id;
        $this->to = $raw->to;
        $this->account = new Account($raw->account);
        $this->status = $raw->status;
        $this->at = new \DateTimeImmutable($raw->at);
        $this->error = isset($raw->error) ? new MessageError($raw->error) : null;
        $this->provider_message_id = $raw->provider_message_id ?? null;
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
        $this->pricing = isset($raw->pricing) ? new Pricing($raw->pricing) : null;
    }
}
