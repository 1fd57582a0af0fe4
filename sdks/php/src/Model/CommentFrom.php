<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentFrom extends \Parley\Model
{
    public readonly string $id;
    public readonly string $name;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->id = $raw->id;
        $this->name = $raw->name;
    }
}
