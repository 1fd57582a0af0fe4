<?php

declare(strict_types=1);

namespace Parley;

/** An HTTP answer. */
final class HttpAnswer
{
    /** @param array<string, string> $headers By name in lower case */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly string $body,
    ) {
    }
}
