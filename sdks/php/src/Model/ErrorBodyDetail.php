<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ErrorBodyDetail extends \Parley\Model
{
    public readonly string $field;
    public readonly string $code;
    public readonly string $message;

    protected function read(\stdClass $raw): void
    {
        $this->field = $raw->field ?? throw self::missing('field');
        $this->code = $raw->code ?? throw self::missing('code');
        $this->message = $raw->message ?? throw self::missing('message');
    }
}
