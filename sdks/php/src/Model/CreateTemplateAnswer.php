<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class CreateTemplateAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $id;
    public readonly string $name;
    public readonly string $language;
    /** As Meta names it: PENDING while it is reviewed */
    public readonly string $status;
    /** Meta may choose another one */
    public readonly string $category;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->id = $raw->id ?? throw self::missing('id');
        $this->name = $raw->name ?? throw self::missing('name');
        $this->language = $raw->language ?? throw self::missing('language');
        $this->status = $raw->status ?? throw self::missing('status');
        $this->category = $raw->category ?? throw self::missing('category');
    }
}
