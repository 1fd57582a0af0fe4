<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CallReceivedEvent extends Event
{
    public readonly CallReceived $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new CallReceived($raw->data ?? throw self::missing('data'));
    }
}
