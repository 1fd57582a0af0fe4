<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class PairCodeAnswer extends \Parley\Model
{
    public readonly bool $ok;
    /** ABCD-EFGH */
    public readonly string $pairing_code;
    public readonly \DateTimeImmutable $expires_at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->pairing_code = $raw->pairing_code;
        $this->expires_at = new \DateTimeImmutable($raw->expires_at);
    }
}
