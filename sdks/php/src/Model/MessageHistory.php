<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageHistory extends \Parley\Model
{
    public readonly string $status;
    public readonly \DateTimeImmutable $at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->status = $raw->status;
        $this->at = new \DateTimeImmutable($raw->at);
    }
}
