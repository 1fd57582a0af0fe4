<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CapabilitiesAnswer extends \Parley\Model
{
    public readonly bool $ok;
    /** @var list<AccountCapabilities> */
    public readonly array $accounts;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->accounts = array_map(static fn (mixed $item) => new AccountCapabilities($item), $raw->accounts ?? throw self::missing('accounts'));
    }
}
