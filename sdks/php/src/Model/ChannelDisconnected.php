<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ChannelDisconnected extends \Parley\Model
{
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    public readonly string $reason;
    /** wa: the platform’s own reason, such as PRIMARY_INACTIVITY */
    public readonly ?string $platform_reason;
    public readonly \DateTimeImmutable $disconnected_at;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->id = $raw->id;
        $this->name = $raw->name;
        $this->reason = $raw->reason;
        $this->platform_reason = $raw->platform_reason ?? null;
        $this->disconnected_at = new \DateTimeImmutable($raw->disconnected_at);
    }
}
