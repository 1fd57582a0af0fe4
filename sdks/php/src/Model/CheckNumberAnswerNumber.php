<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CheckNumberAnswerNumber extends \Parley\Model
{
    public readonly string $number;
    public readonly bool $exists;
    /** The recipient for a send; null if the number is not on the network */
    public readonly ?string $to;

    protected function read(\stdClass $raw): void
    {
        $this->number = $raw->number ?? throw self::missing('number');
        $this->exists = $raw->exists ?? throw self::missing('exists');
        $this->to = $raw->to ?? null;
    }
}
