<?php

declare(strict_types=1);

namespace Parley;

/** Sends requests. Implement it on curl or Guzzle, for example, to keep connections open. */
interface HttpClient
{
    /**
     * Sends a request without following redirects. Throws ConnectionException when there is no whole answer within the time.
     *
     * @param array<string, string> $headers
     * @param string|null $body Null for a GET
     */
    public function send(string $method, string $url, array $headers, ?string $body, float $timeoutSeconds): HttpAnswer;
}
