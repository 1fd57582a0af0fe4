<?php

declare(strict_types=1);

namespace Parley;

/** A request is not an event of Parley. */
final class WebhookException extends ParleyException
{
    /** @param 'missing_header'|'invalid_timestamp'|'invalid_signature'|'invalid_secret'|'invalid_body' $problem */
    public function __construct(public readonly string $problem, string $message)
    {
        parent::__construct($message);
    }
}
