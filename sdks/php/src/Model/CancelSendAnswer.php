<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CancelSendAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $message_id;
    public readonly string $status;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->channel = $raw->channel;
        $this->message_id = $raw->message_id;
        $this->status = $raw->status;
    }
}
