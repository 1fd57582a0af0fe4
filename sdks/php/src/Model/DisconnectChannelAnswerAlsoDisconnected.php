<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class DisconnectChannelAnswerAlsoDisconnected extends \Parley\Model
{
    public readonly string $channel;
    public readonly string $id;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->id = $raw->id ?? throw self::missing('id');
    }
}
