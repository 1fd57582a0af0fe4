<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $messageId
 * @property-read \DateTimeImmutable $editedAt
 */
final class EditMessageAnswer extends \Parley\Model
{
    public readonly bool $ok;
    public readonly string $channel;
    public readonly string $message_id;
    public readonly string $message;
    public readonly \DateTimeImmutable $edited_at;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->channel = $raw->channel ?? throw self::missing('channel');
        $this->message_id = $raw->message_id ?? throw self::missing('message_id');
        $this->message = $raw->message ?? throw self::missing('message');
        $this->edited_at = new \DateTimeImmutable($raw->edited_at ?? throw self::missing('edited_at'));
    }
}
