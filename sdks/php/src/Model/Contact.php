<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Contact extends \Parley\Model
{
    public readonly string $name;
    /** @var list<string>|null */
    public readonly ?array $phones;
    /** @var list<string>|null */
    public readonly ?array $emails;
    public readonly ?string $organization;

    protected function read(\stdClass $raw): void
    {
        $this->name = $raw->name ?? throw self::missing('name');
        $this->phones = $raw->phones ?? null;
        $this->emails = $raw->emails ?? null;
        $this->organization = $raw->organization ?? null;
    }
}
