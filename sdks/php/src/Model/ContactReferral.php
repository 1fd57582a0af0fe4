<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ContactReferral extends \Parley\Model
{
    public readonly string $channel;
    public readonly ?int $conversation_id;
    /** The address that a send takes as to */
    public readonly string $from;
    public readonly Account $account;
    public readonly Referral $referral;
    public readonly \DateTimeImmutable $at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->from = $raw->from;
        $this->account = new Account($raw->account);
        $this->referral = new Referral($raw->referral);
        $this->at = new \DateTimeImmutable($raw->at);
    }
}
