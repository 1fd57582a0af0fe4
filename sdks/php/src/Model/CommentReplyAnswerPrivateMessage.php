<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string|null $messageId
 * @property-read int|null $conversationId
 */
final class CommentReplyAnswerPrivateMessage extends \Parley\Model
{
    public readonly bool $ok;
    public readonly ?string $message_id;
    public readonly ?int $conversation_id;
    public readonly ?string $error;
    public readonly ?string $message;

    protected function read(\stdClass $raw): void
    {
        $this->ok = $raw->ok ?? throw self::missing('ok');
        $this->message_id = $raw->message_id ?? null;
        $this->conversation_id = $raw->conversation_id ?? null;
        $this->error = $raw->error ?? null;
        $this->message = $raw->message ?? null;
    }
}
