<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $botUsername
 */
final class ConnectTelegramAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $status;
    public readonly string $bot_username;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->status = $raw->status ?? throw self::missing('status');
        $this->bot_username = $raw->bot_username ?? throw self::missing('bot_username');
    }
}
