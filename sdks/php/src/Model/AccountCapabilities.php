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

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->channel = $raw->channel;
        $this->id = $raw->id;
        $this->label = $raw->label;
        $this->capabilities = new AccountCapabilitiesCapabilities($raw->capabilities);
        $this->limits = new AccountCapabilitiesLimits($raw->limits);
    }
}
