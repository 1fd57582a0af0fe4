<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ConversationControlEvent extends Event
{
    public readonly ConversationControl $data;

    protected function read(\stdClass $raw): void
    {
        parent::read($raw);
        $this->data = new ConversationControl($raw->data ?? throw self::missing('data'));
    }
}
