<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ListSectionRow extends \Parley\Model
{
    public readonly string $id;
    public readonly string $title;
    public readonly ?string $description;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->id = $raw->id;
        $this->title = $raw->title;
        $this->description = $raw->description ?? null;
    }
}
