<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

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

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->conversation_id = $raw->conversation_id;
        $this->message_id = $raw->message_id;
        $this->direction = $raw->direction;
        $this->peer = $raw->peer;
        $this->account = new Account($raw->account);
        $this->text = $raw->text;
        $this->edited_at = new \DateTimeImmutable($raw->edited_at);
        $this->provider_message_id = $raw->provider_message_id ?? null;
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
    }
}
