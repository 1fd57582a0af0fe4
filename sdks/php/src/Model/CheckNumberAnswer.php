<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CheckNumberAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    /** @var list<CheckNumberAnswerNumber> */
    public readonly array $numbers;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->ok = $raw->ok;
        $this->channel = $raw->channel;
        $this->numbers = array_map(static fn (mixed $item) => new CheckNumberAnswerNumber($item), $raw->numbers);
    }
}
