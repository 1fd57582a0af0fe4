<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ContactTyping extends \Parley\Model
{
    public readonly string $channel;
    public readonly ?int $conversation_id;
    /** The address that a send takes as to */
    public readonly string $from;
    public readonly Account $account;
    public readonly string $state;
    public readonly \DateTimeImmutable $at;
    public readonly ?WhatsappGroup $whatsapp_group;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->from = $raw->from;
        $this->account = new Account($raw->account);
        $this->state = $raw->state;
        $this->at = new \DateTimeImmutable($raw->at);
        $this->whatsapp_group = isset($raw->whatsapp_group) ? new WhatsappGroup($raw->whatsapp_group) : null;
    }
}
