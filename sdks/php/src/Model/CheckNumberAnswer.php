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

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->numbers = array_map(static fn (mixed $item) => new CheckNumberAnswerNumber($item), $raw->numbers ?? throw self::missing('numbers'));
    }
}
