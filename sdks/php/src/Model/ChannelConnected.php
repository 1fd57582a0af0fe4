<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ChannelConnected extends \Parley\Model
{
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    public readonly ?string $identifier;
    public readonly \DateTimeImmutable $connected_at;
    public readonly ?int $account_id;
    public readonly ?string $label;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->id = $raw->id;
        $this->name = $raw->name;
        $this->identifier = $raw->identifier ?? null;
        $this->connected_at = new \DateTimeImmutable($raw->connected_at);
        $this->account_id = $raw->account_id ?? null;
        $this->label = $raw->label ?? null;
    }
}
