<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class EditMessageAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $message_id;
    public readonly string $message;
    public readonly \DateTimeImmutable $edited_at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->channel = $raw->channel;
        $this->message_id = $raw->message_id;
        $this->message = $raw->message;
        $this->edited_at = new \DateTimeImmutable($raw->edited_at);
    }
}
