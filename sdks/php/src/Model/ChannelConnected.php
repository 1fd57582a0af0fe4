<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read \DateTimeImmutable $connectedAt
 * @property-read int|null $accountId
 */
final class ChannelConnected extends \Parley\Model
{
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    public readonly ?string $identifier;
    public readonly \DateTimeImmutable $connected_at;
    public readonly ?int $account_id;
    public readonly ?string $label;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->id = $raw->id ?? throw self::missing('id');
        $this->name = $raw->name ?? throw self::missing('name');
        $this->identifier = $raw->identifier ?? null;
        $this->connected_at = new \DateTimeImmutable($raw->connected_at ?? throw self::missing('connected_at'));
        $this->account_id = $raw->account_id ?? null;
        $this->label = $raw->label ?? null;
    }
}
