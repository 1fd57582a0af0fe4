<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $uploadId
 * @property-read string $mimeType
 * @property-read \DateTimeImmutable $expiresAt
 */
final class UploadAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $upload_id;
    public readonly string $name;
    /** Detected from the content */
    public readonly string $type;
    public readonly string $mime_type;
    /** Bytes */
    public readonly int $size;
    /** The end of the time in which it can be sent */
    public readonly \DateTimeImmutable $expires_at;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->upload_id = $raw->upload_id ?? throw self::missing('upload_id');
        $this->name = $raw->name ?? throw self::missing('name');
        $this->type = $raw->type ?? throw self::missing('type');
        $this->mime_type = $raw->mime_type ?? throw self::missing('mime_type');
        $this->size = $raw->size ?? throw self::missing('size');
        $this->expires_at = new \DateTimeImmutable($raw->expires_at ?? throw self::missing('expires_at'));
    }
}
