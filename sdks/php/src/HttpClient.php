<?php

declare(strict_types=1);

namespace Parley;

/** What sends a request: StreamClient, or your own, for example on curl or Guzzle to keep connections open. */
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
