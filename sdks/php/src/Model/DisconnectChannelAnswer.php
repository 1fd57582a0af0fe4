<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class DisconnectChannelAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $status;
    /** @var list<DisconnectChannelAnswerAlsoDisconnected> */
    public readonly array $also_disconnected;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->channel = $raw->channel;
        $this->status = $raw->status;
        $this->also_disconnected = array_map(static fn (mixed $item) => new DisconnectChannelAnswerAlsoDisconnected($item), $raw->also_disconnected);
    }
}
