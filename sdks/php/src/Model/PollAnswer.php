<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class PollAnswer extends \Parley\Model
{
    /** @var list<PollAnswerOption> Empty: the person withdrew the vote */
    public readonly array $options;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->options = array_map(static fn (mixed $item) => new PollAnswerOption($item), $raw->options);
    }
}
