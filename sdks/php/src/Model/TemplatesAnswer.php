<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class TemplatesAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly int $count;
    /** @var list<Template> */
    public readonly array $templates;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->count = $raw->count ?? throw self::missing('count');
        $this->templates = array_map(static fn (mixed $item) => new Template($item), $raw->templates ?? throw self::missing('templates'));
    }
}
