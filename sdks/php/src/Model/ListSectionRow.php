<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ListSectionRow extends \Parley\Model
{
    public readonly string $id;
    public readonly string $title;
    public readonly ?string $description;

    protected function read(\stdClass $raw): void
    {
        $this->id = $raw->id ?? throw self::missing('id');
        $this->title = $raw->title ?? throw self::missing('title');
        $this->description = $raw->description ?? null;
    }
}
