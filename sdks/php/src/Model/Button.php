<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Button extends \Parley\Model
{
    /** Comes back in interactive.id when the person presses the button */
    public readonly ?string $id;
    public readonly string $title;
    /** The address that the button opens */
    public readonly ?string $url;

    protected function read(\stdClass $raw): void
    {
        $this->id = $raw->id ?? null;
        $this->title = $raw->title ?? throw self::missing('title');
        $this->url = $raw->url ?? null;
    }
}
