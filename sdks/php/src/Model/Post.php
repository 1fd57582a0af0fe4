<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Post extends \Parley\Model
{
    /** The platform’s id of a post of the sending account, as comments name it in post_id */
    public readonly string $id;

    protected function read(\stdClass $raw): void
    {
        $this->id = $raw->id ?? throw self::missing('id');
    }
}
