<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class TypingAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $to;
    public readonly string $state;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->channel = $raw->channel;
        $this->to = $raw->to;
        $this->state = $raw->state;
    }
}
