<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * What the network allows the account, as it said last; null before a phone is linked
 * @property-read SessionStatusAnswerLimitsNewChats|null $newChats
 * @property-read \DateTimeImmutable|null $checkedAt
 */
final class SessionStatusAnswerLimits extends \Parley\Model
{
    /** How many chats the account may begin with people who have not written; null: the network has not said */
    public readonly ?SessionStatusAnswerLimitsNewChats $new_chats;
    /** The account may not write to people who have not written */
    public readonly ?SessionStatusAnswerLimitsRestricted $restricted;
    /** When the network was last asked; null: not yet */
    public readonly ?\DateTimeImmutable $checked_at;

    protected function read(\stdClass $raw): void
    {
        $this->new_chats = isset($raw->new_chats) ? new SessionStatusAnswerLimitsNewChats($raw->new_chats) : null;
        $this->restricted = isset($raw->restricted) ? new SessionStatusAnswerLimitsRestricted($raw->restricted) : null;
        $this->checked_at = isset($raw->checked_at) ? new \DateTimeImmutable($raw->checked_at) : null;
    }
}
