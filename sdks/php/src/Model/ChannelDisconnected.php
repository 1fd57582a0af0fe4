<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $platformReason
 * @property-read \DateTimeImmutable $disconnectedAt
 */
final class ChannelDisconnected extends \Parley\Model
{
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    public readonly string $reason;
    /** wa: the platform’s own reason, such as PRIMARY_INACTIVITY */
    public readonly ?string $platform_reason;
    public readonly \DateTimeImmutable $disconnected_at;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->id = $raw->id ?? throw self::missing('id');
        $this->name = $raw->name ?? throw self::missing('name');
        $this->reason = $raw->reason ?? throw self::missing('reason');
        $this->platform_reason = $raw->platform_reason ?? null;
        $this->disconnected_at = new \DateTimeImmutable($raw->disconnected_at ?? throw self::missing('disconnected_at'));
    }
}
