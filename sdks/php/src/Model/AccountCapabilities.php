<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class AccountCapabilities extends \Parley\Model
{
    public readonly string $channel;
    public readonly string $id;
    public readonly string $label;
    public readonly AccountCapabilitiesCapabilities $capabilities;
    /** Lengths of a message */
    public readonly AccountCapabilitiesLimits $limits;

    protected function read(\stdClass $raw): void
    {
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->id = $raw->id ?? throw self::missing('id');
        $this->label = $raw->label ?? throw self::missing('label');
        $this->capabilities = new AccountCapabilitiesCapabilities($raw->capabilities ?? throw self::missing('capabilities'));
        $this->limits = new AccountCapabilitiesLimits($raw->limits ?? throw self::missing('limits'));
    }
}
