<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ListSection extends \Parley\Model
{
    public readonly ?string $title;
    /** @var list<ListSectionRow> */
    public readonly array $rows;

    protected function read(\stdClass $raw): void
    {
        $this->title = $raw->title ?? null;
        $this->rows = array_map(static fn (mixed $item) => new ListSectionRow($item), $raw->rows ?? throw self::missing('rows'));
    }
}
