<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read mixed $providerCode
 * @property-read int|float|null $providerSubcode
 */
final class MessageError extends \Parley\Model
{
    public readonly string $code;
    public readonly string $message;
    public readonly mixed $provider_code;
    /** Meta’s finer code, where it gave one */
    public readonly int|float|null $provider_subcode;

    protected function read(\stdClass $raw): void
    {
        $this->code = $raw->code ?? throw self::missing('code');
        $this->message = $raw->message ?? throw self::missing('message');
        $this->provider_code = isset($raw->provider_code) ? self::toPlain($raw->provider_code) : null;
        $this->provider_subcode = $raw->provider_subcode ?? null;
    }
}
