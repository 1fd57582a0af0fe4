<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ChannelsAnswer extends \Parley\Model
{
    public readonly bool $ok;
    /** @var list<ConnectedChannel> */
    public readonly array $channels;
    /** @var array<string, int> Number of connected accounts by channel code, for every channel of the key, including zeros */
    public readonly array $counts;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channels = array_map(static fn (mixed $item) => new ConnectedChannel($item), $raw->channels ?? throw self::missing('channels'));
        $this->counts = self::toPlain($raw->counts ?? throw self::missing('counts'));
    }
}
