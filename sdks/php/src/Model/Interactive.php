<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

final class Interactive extends \Parley\Model
{
    public readonly string $type;
    /** The id that the sender gave the button, row or form */
    public readonly ?string $id;
    /** The text that the person saw */
    public readonly ?string $title;
    /** @var array<string, mixed>|null The fields of a form, or a row’s description */
    public readonly ?array $data;

    protected function read(\stdClass $raw): void
    {
        $this->type = $raw->type ?? throw self::missing('type');
        $this->id = $raw->id ?? null;
        $this->title = $raw->title ?? null;
        $this->data = isset($raw->data) ? self::toPlain($raw->data) : null;
    }
}
