<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $mimeType
 */
final class ProfilePicture extends \Parley\Model
{
    /** image/jpeg */
    public readonly string $mime_type;
    /** Base64 */
    public readonly string $data;

    protected function read(\stdClass $raw): void
    {
        $this->mime_type = $raw->mime_type ?? throw self::missing('mime_type');
        $this->data = $raw->data ?? throw self::missing('data');
    }
}
