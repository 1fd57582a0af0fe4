<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $callId
 */
final class RejectCallAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $call_id;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->call_id = $raw->call_id ?? throw self::missing('call_id');
    }
}
