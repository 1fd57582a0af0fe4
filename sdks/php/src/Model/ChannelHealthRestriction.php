<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ChannelHealthRestriction extends \Parley\Model
{
    public readonly string $type;
    public readonly ?\DateTimeImmutable $until;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->type = $raw->type;
        $this->until = isset($raw->until) ? new \DateTimeImmutable($raw->until) : null;
    }
}
