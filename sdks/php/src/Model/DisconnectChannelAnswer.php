<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read list<DisconnectChannelAnswerAlsoDisconnected> $alsoDisconnected
 */
final class DisconnectChannelAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $status;
    /** @var list<DisconnectChannelAnswerAlsoDisconnected> */
    public readonly array $also_disconnected;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->status = $raw->status ?? throw self::missing('status');
        $this->also_disconnected = array_map(static fn (mixed $item) => new DisconnectChannelAnswerAlsoDisconnected($item), $raw->also_disconnected ?? throw self::missing('also_disconnected'));
    }
}
