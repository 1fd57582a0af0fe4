<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Model;

/**
 * @property-read string $messageId
 */
final class SearchResultMessage extends \Parley\Model
{
    public readonly string $message_id;
    public readonly string $direction;
    public readonly string $origin;
    public readonly string $status;
    /** The `to` of a send */
    public readonly string $peer;
    /** The text around the first word that was found; empty once the message was deleted */
    public readonly string $snippet;

    protected function read(\stdClass $raw): void
    {
        $this->message_id = $raw->message_id ?? throw self::missing('message_id');
        $this->direction = $raw->direction ?? throw self::missing('direction');
        $this->origin = $raw->origin ?? throw self::missing('origin');
        $this->status = $raw->status ?? throw self::missing('status');
        $this->peer = $raw->peer ?? throw self::missing('peer');
        $this->snippet = $raw->snippet ?? throw self::missing('snippet');
    }
}
