<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int|null $conversationId
 */
final class ContactReferral extends \Parley\Model
{
    public readonly string $channel;
    public readonly ?int $conversation_id;
    /** The address for `to` of a send */
    public readonly string $from;
    public readonly Account $account;
    public readonly Referral $referral;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->from = $raw->from ?? throw self::missing('from');
        $this->account = new Account($raw->account ?? throw self::missing('account'));
        $this->referral = new Referral($raw->referral ?? throw self::missing('referral'));
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
