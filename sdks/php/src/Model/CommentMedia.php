<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentMedia extends \Parley\Model
{
    public readonly string $type;
    public readonly string $url;

    public function __construct(\stdClass $raw)
    {
        parent::__construct($raw);
        $this->type = $raw->type;
        $this->url = $raw->url;
    }
}
