<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ContactTypingEvent extends Event
{
    public readonly ContactTyping $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new ContactTyping($raw->data ?? throw self::missing('data'));
    }
}
