<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ListContent extends \Parley\Model
{
    /** Title of the button that opens the list */
    public readonly string $button;
    /** @var list<ListSection> */
    public readonly array $sections;

    protected function read(\stdClass $raw): void
    {
        $this->button = $raw->button ?? throw self::missing('button');
        $this->sections = array_map(static fn (mixed $item) => new ListSection($item), $raw->sections ?? throw self::missing('sections'));
    }
}
