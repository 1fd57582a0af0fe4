<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class DisconnectChannelAnswerAlsoDisconnected extends \Parley\Model
{
    public readonly string $channel;
    public readonly string $id;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->id = $raw->id;
    }
}
