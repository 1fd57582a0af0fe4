<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $accountId
 */
final class SetProxyAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $account_id;
    /** The proxy without its password: `http://user:…@host:port`; null: none */
    public readonly ?string $proxy;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->account_id = $raw->account_id ?? throw self::missing('account_id');
        $this->proxy = $raw->proxy ?? null;
    }
}
