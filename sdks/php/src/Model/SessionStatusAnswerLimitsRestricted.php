<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * The account may not write to people who have not written
 */
final class SessionStatusAnswerLimitsRestricted extends \Parley\Model
{
    /** Null where the network gives no end */
    public readonly ?\DateTimeImmutable $until;
    /** The network’s word, such as WEB_COMPANION_ONLY */
    public readonly ?string $kind;

    protected function read(\stdClass $raw): void
    {
        $this->until = isset($raw->until) ? new \DateTimeImmutable($raw->until) : null;
        $this->kind = $raw->kind ?? null;
    }
}
