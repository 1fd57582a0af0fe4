<?php

declare(strict_types=1);

namespace Parley;

/** A retry that is about to be waited for. As a string, it is a sentence. */
final class Retry implements \Stringable
{
    /**
     * @param int $attempt Number of the attempt after the wait: 2 for the first retry
     * @param ParleyException $error Why it is retried: a rate limit, a restart, a failed connection or an attempt without an answer
     */
    public function __construct(
        public readonly string $action,
        public readonly int $attempt,
        public readonly float $seconds,
        public readonly ParleyException $error,
    ) {
    }

    public function __toString(): string
    {
        return sprintf('%s waits %.1F s before attempt %d: %s', $this->action, $this->seconds, $this->attempt, $this->error->getMessage());
    }
}
