<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentUpdatedEvent extends Event
{
    public readonly CommentUpdated $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new CommentUpdated($raw->data ?? throw self::missing('data'));
    }
}
