<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ReadConversationLastMessage extends \Parley\Model
{
    public readonly string $direction;
    /** At most 140 characters of it; empty once it was deleted */
    public readonly string $text;
    /** Without a text: kind of its file or other content; else null */
    public readonly ?string $kind;
    public readonly string $status;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->direction = $raw->direction ?? throw self::missing('direction');
        $this->text = $raw->text ?? throw self::missing('text');
        $this->kind = $raw->kind ?? null;
        $this->status = $raw->status ?? throw self::missing('status');
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
