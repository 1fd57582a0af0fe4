<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ErrorBodyDetail extends \Parley\Model
{
    public readonly string $field;
    public readonly string $code;
    public readonly string $message;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->field = $raw->field;
        $this->code = $raw->code;
        $this->message = $raw->message;
    }
}
