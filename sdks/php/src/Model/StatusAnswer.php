<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $instanceId
 */
final class StatusAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $instance_id;
    /** @var list<string> */
    public readonly array $channels;
    /** Current credit */
    public readonly int|float $balance;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->instance_id = $raw->instance_id ?? throw self::missing('instance_id');
        $this->channels = $raw->channels ?? throw self::missing('channels');
        $this->balance = $raw->balance ?? throw self::missing('balance');
    }
}
