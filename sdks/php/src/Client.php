<?php

declare(strict_types=1);

namespace Parley;

/** A client of one key. Methods are grouped by noun: `$client->messages->send(channel: 'wa', …)`. */
final class Client extends Api\Resources
{
    private readonly Transport $transport;

    /**
     * @param string $baseUrl `{origin}/{tenant}/api/messaging/` of the account
     * @param string $apiKey A key of the account
     * @param float $timeoutSeconds Seconds that a call may take, including retries
     * @param int $maxRetries Retries of a call
     */
    public function __construct(
        string $baseUrl,
        #[\SensitiveParameter] string $apiKey,
        float $timeoutSeconds = 60,
        int $maxRetries = 3,
        ?HttpClient $http = null,
    ) {
        $this->transport = new Transport($baseUrl, $apiKey, $timeoutSeconds, $maxRetries, $http ?? new StreamClient());
        parent::__construct($this->transport);
    }

    /**
     * Calls an action that this version does not know; returns its answer.
     *
     * @param 'GET'|'POST' $method
     * @param array<string, mixed> $input
     */
    public function call(string $method, string $action, array $input = [], ?CallOptions $options = null): \stdClass
    {
        return $this->transport->call($method, $action, $input, [], $options);
    }
}
