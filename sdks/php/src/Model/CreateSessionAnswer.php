<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $sessionToken
 * @property-read int $accountId
 * @property-read \DateTimeImmutable $expiresAt
 * @property-read string $pairUrl
 */
final class CreateSessionAnswer extends \Parley\Model
{
    public readonly bool $ok;
    /** Starts with wds_ */
    public readonly string $session_token;
    public readonly int $account_id;
    public readonly \DateTimeImmutable $expires_at;
    /** Page for the end customer: pairing code or QR, in the language of the browser if Parley has it. Valid for the first linking of this session */
    public readonly string $pair_url;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->session_token = $raw->session_token ?? throw self::missing('session_token');
        $this->account_id = $raw->account_id ?? throw self::missing('account_id');
        $this->expires_at = new \DateTimeImmutable($raw->expires_at ?? throw self::missing('expires_at'));
        $this->pair_url = $raw->pair_url ?? throw self::missing('pair_url');
    }
}
