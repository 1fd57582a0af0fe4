<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Post extends \Parley\Model
{
    /** The platform’s id of a post of the sending account, as comments name it in post_id */
    public readonly string $id;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->id = $raw->id;
    }
}
