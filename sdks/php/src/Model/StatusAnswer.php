<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class StatusAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $instance_id;
    /** @var list<string> */
    public readonly array $channels;
    /** Current credit */
    public readonly int|float $balance;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->instance_id = $raw->instance_id;
        $this->channels = $raw->channels;
        $this->balance = $raw->balance;
    }
}
