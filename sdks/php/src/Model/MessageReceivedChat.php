<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * tg groups and channels: group, supergroup or channel, and its title
 */
final class MessageReceivedChat extends \Parley\Model
{
    public readonly string $type;
    public readonly ?string $title;

    protected function read(\stdClass $raw): void
    {
        $this->type = $raw->type ?? throw self::missing('type');
        $this->title = $raw->title ?? null;
    }
}
