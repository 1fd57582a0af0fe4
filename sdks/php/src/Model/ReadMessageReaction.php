<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $emojiUrl
 */
final class ReadMessageReaction extends \Parley\Model
{
    public readonly string $from;
    /** Null if the reaction is an image */
    public readonly ?string $emoji;
    /** Address of the image at the platform (tt) */
    public readonly ?string $emoji_url;

    protected function read(\stdClass $raw): void
    {
        $this->from = $raw->from ?? throw self::missing('from');
        $this->emoji = $raw->emoji ?? null;
        $this->emoji_url = $raw->emoji_url ?? null;
    }
}
