<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ContactOptOutEvent extends Event
{
    public readonly ContactOptOut $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new ContactOptOut($raw->data ?? throw self::missing('data'));
    }
}
