<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageHistory extends \Parley\Model
{
    public readonly string $status;
    public readonly \DateTimeImmutable $at;

    protected function read(\stdClass $raw): void
    {
        $this->status = $raw->status ?? throw self::missing('status');
        $this->at = new \DateTimeImmutable($raw->at ?? throw self::missing('at'));
    }
}
