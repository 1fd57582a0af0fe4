<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class MessageError extends \Parley\Model
{
    public readonly string $code;
    public readonly string $message;
    public readonly mixed $provider_code;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->code = $raw->code;
        $this->message = $raw->message;
        $this->provider_code = isset($raw->provider_code) ? self::toPlain($raw->provider_code) : null;
    }
}
