<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read int $contactId
 */
final class SearchResultPerson extends \Parley\Model
{
    public readonly int $contact_id;
    public readonly ?string $username;
    /** @var list<string> 5 at most */
    public readonly array $addresses;

    protected function read(\stdClass $raw): void
    {
        $this->contact_id = $raw->contact_id ?? throw self::missing('contact_id');
        $this->username = $raw->username ?? null;
        $this->addresses = $raw->addresses ?? throw self::missing('addresses');
    }
}
