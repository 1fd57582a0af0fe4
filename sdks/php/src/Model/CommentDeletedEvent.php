<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentDeletedEvent extends Event
{
    public readonly CommentDeleted $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new CommentDeleted($raw->data ?? throw self::missing('data'));
    }
}
