<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $threadOwner
 */
final class ReleaseThreadAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $to;
    /** The owner from now on */
    public readonly string $thread_owner;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->to = $raw->to ?? throw self::missing('to');
        $this->thread_owner = $raw->thread_owner ?? throw self::missing('thread_owner');
    }
}
