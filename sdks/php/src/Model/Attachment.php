<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $mimeType
 */
final class Attachment extends \Parley\Model
{
    public readonly string $id;
    public readonly string $type;
    /** Signed HTTPS address at Parley, valid 7 days */
    public readonly ?string $url;
    public readonly ?string $mime_type;
    public readonly ?string $filename;
    /** Bytes */
    public readonly int|float|null $size;
    /** @var array<string, mixed>|null */
    public readonly ?array $payload;

    protected function read(\stdClass $raw): void
    {
        $this->id = $raw->id ?? throw self::missing('id');
        $this->type = $raw->type ?? throw self::missing('type');
        $this->url = $raw->url ?? null;
        $this->mime_type = $raw->mime_type ?? null;
        $this->filename = $raw->filename ?? null;
        $this->size = $raw->size ?? null;
        $this->payload = isset($raw->payload) ? self::toPlain($raw->payload) : null;
    }
}
