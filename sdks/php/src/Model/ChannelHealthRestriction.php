<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ChannelHealthRestriction extends \Parley\Model
{
    public readonly string $type;
    public readonly ?\DateTimeImmutable $until;

    protected function read(\stdClass $raw): void
    {
        $this->type = $raw->type ?? throw self::missing('type');
        $this->until = isset($raw->until) ? new \DateTimeImmutable($raw->until) : null;
    }
}
