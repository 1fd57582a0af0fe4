<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class DeleteSessionAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $id;
    public readonly string $status;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->id = $raw->id ?? throw self::missing('id');
        $this->status = $raw->status ?? throw self::missing('status');
    }
}
