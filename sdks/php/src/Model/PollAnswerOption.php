<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class PollAnswerOption extends \Parley\Model
{
    /** Position in the poll, from 0 */
    public readonly ?int $index;
    public readonly ?string $title;

    protected function read(\stdClass $raw): void
    {
        $this->index = $raw->index ?? null;
        $this->title = $raw->title ?? null;
    }
}
