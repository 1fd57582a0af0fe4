<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CheckNumberAnswerNumber extends \Parley\Model
{
    public readonly string $number;
    public readonly bool $exists;
    /** The recipient of a send; null where there is none */
    public readonly ?string $to;

    protected function read(\stdClass $raw): void
    {
        $this->number = $raw->number ?? throw self::missing('number');
        $this->exists = $raw->exists ?? throw self::missing('exists');
        $this->to = $raw->to ?? null;
    }
}
