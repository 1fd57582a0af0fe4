<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class DeleteTemplateAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $name;
    public readonly ?string $language;
    /** Number of deleted templates; 0 when there was none */
    public readonly int $deleted;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->name = $raw->name ?? throw self::missing('name');
        $this->language = $raw->language ?? null;
        $this->deleted = $raw->deleted ?? throw self::missing('deleted');
    }
}
