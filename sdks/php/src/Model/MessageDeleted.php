<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageDeleted extends \Parley\Model
{
    public readonly string $channel;
    public readonly int $conversation_id;
    public readonly string $message_id;
    /** in: a message of the customer; out: one of the account */
    public readonly string $direction;
    /** The address that sends go to */
    public readonly string $peer;
    public readonly Account $account;
    /** admin: an admin of the group deleted another person’s message */
    public readonly string $by;
    public readonly \DateTimeImmutable $deleted_at;
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
        $this->by = $raw->by;
        $this->deleted_at = new \DateTimeImmutable($raw->deleted_at);
        $this->provider_message_id = $raw->provider_message_id ?? null;
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
    }
}
