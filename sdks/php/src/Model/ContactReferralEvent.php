<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ContactReferralEvent extends Event
{
    public readonly ContactReferral $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new ContactReferral($raw->data ?? throw self::missing('data'));
    }
}
