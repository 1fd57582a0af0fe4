<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentFrom extends \Parley\Model
{
    public readonly string $id;
    public readonly string $name;

    protected function read(\stdClass $raw): void
    {
        $this->id = $raw->id ?? throw self::missing('id');
        $this->name = $raw->name ?? throw self::missing('name');
    }
}
