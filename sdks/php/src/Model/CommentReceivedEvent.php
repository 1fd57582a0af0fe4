<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentReceivedEvent extends Event
{
    public readonly CommentReceived $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new CommentReceived($raw->data ?? throw self::missing('data'));
    }
}
