<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CommentMedia extends \Parley\Model
{
    public readonly string $type;
    public readonly string $url;

    protected function read(\stdClass $raw): void
    {
        $this->type = $raw->type ?? throw self::missing('type');
        $this->url = $raw->url ?? throw self::missing('url');
    }
}
