<?php

declare(strict_types=1);

namespace Parley;

/** Options of one call; null means the client's. */
final class CallOptions
{
    /**
     * @param string|false|null $idempotencyKey Makes retries safe for 24 hours. Null: a new key for a POST, the same on
     *     every retry. False sends none, and a call without an answer is then not retried.
     */
    public function __construct(
        public readonly string|false|null $idempotencyKey = null,
        public readonly ?float $timeoutSeconds = null,
        public readonly ?int $maxRetries = null,
    ) {
    }
}
