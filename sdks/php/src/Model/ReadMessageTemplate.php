<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class ReadMessageTemplate extends \Parley\Model
{
    public readonly string $name;
    public readonly string $language;
    /** @var list<string>|null */
    public readonly ?array $variables;
    /** @var list<mixed>|null */
    public readonly ?array $components;

    protected function read(\stdClass $raw): void
    {
        $this->name = $raw->name ?? throw self::missing('name');
        $this->language = $raw->language ?? throw self::missing('language');
        $this->variables = $raw->variables ?? null;
        $this->components = isset($raw->components) ? array_map(static fn (mixed $item) => self::toPlain($item), $raw->components) : null;
    }
}
