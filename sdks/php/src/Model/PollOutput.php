<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class PollOutput extends \Parley\Model
{
    public readonly string $question;
    /** @var list<string> */
    public readonly array $options;
    /** Whether a person may choose several options */
    public readonly bool $multiple;

    protected function read(\stdClass $raw): void
    {
        $this->question = $raw->question ?? throw self::missing('question');
        $this->options = $raw->options ?? throw self::missing('options');
        $this->multiple = $raw->multiple ?? throw self::missing('multiple');
    }
}
