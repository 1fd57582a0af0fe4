<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class PollAnswer extends \Parley\Model
{
    /** @var list<PollAnswerOption> Empty: the person withdrew the vote */
    public readonly array $options;

    protected function read(\stdClass $raw): void
    {
        $this->options = array_map(static fn (mixed $item) => new PollAnswerOption($item), $raw->options ?? throw self::missing('options'));
    }
}
