<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class UpdateTemplateAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    public readonly string $language;
    /** false: the template already had this content, and Meta was not called */
    public readonly bool $changed;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->id = $raw->id ?? throw self::missing('id');
        $this->name = $raw->name ?? throw self::missing('name');
        $this->language = $raw->language ?? throw self::missing('language');
        $this->changed = $raw->changed ?? throw self::missing('changed');
    }
}
