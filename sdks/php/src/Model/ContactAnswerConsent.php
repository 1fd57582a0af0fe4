<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * Whether the person accepts marketing messages
 * @property-read bool $optedOut
 */
final class ContactAnswerConsent extends \Parley\Model
{
    public readonly bool $opted_out;
    /** The author of the last decision; null: no decision yet */
    public readonly ?string $by;
    public readonly ?\DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->opted_out = $raw->opted_out ?? throw self::missing('opted_out');
        $this->by = $raw->by ?? null;
        $this->at = isset($raw->at) ? new \DateTimeImmutable($raw->at) : null;
    }
}
