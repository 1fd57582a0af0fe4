<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $pairingCode
 * @property-read \DateTimeImmutable $expiresAt
 */
final class PairCodeAnswer extends \Parley\Model
{
    public readonly bool $ok;
    /** ABCD-EFGH */
    public readonly string $pairing_code;
    public readonly \DateTimeImmutable $expires_at;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->pairing_code = $raw->pairing_code ?? throw self::missing('pairing_code');
        $this->expires_at = new \DateTimeImmutable($raw->expires_at ?? throw self::missing('expires_at'));
    }
}
