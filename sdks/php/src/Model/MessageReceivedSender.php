<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageReceivedSender extends \Parley\Model
{
    /** tg groups: the person; wa: the business-scoped id beside a known number */
    public readonly ?string $id;
    public readonly ?string $name;
    public readonly ?string $username;
    public readonly ?string $phone;

    protected function read(\stdClass $raw): void
    {
        $this->id = $raw->id ?? null;
        $this->name = $raw->name ?? null;
        $this->username = $raw->username ?? null;
        $this->phone = $raw->phone ?? null;
    }
}
