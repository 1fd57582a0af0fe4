<?php

declare(strict_types=1);

namespace Parley;

/** A client of one key. Methods are grouped by noun: `$client->messages->send(channel: 'wa', …)`. */
final class Client extends Api\Resources
{
    private readonly Transport $transport;

    /**
     * @param string|null $baseUrl `{origin}/{tenant}/api/messaging/` of the account. Null: `PARLEY_BASE_URL` of the environment
     * @param string|null $apiKey A key of the account. Null: `PARLEY_API_KEY` of the environment
     * @param float $timeoutSeconds Seconds that a call may take, including retries
     * @param int $maxRetries Retries of a call
     * @param float $attemptTimeoutSeconds Seconds after which an attempt without an answer is repeated, where a repeat is safe
     * @param (\Closure(Retry): void)|null $onRetry Called before the wait for a retry: `fn (Retry $retry) => error_log($retry)`
     * @throws ConfigurationException
     */
    public function __construct(
        ?string $baseUrl = null,
        #[\SensitiveParameter] ?string $apiKey = null,
        float $timeoutSeconds = 60,
        int $maxRetries = 3,
        ?HttpClient $http = null,
        float $attemptTimeoutSeconds = 30,
        ?\Closure $onRetry = null,
    ) {
        $this->transport = new Transport(
            Configuration::baseUrl($baseUrl),
            Configuration::apiKey($apiKey),
            $timeoutSeconds,
            $maxRetries,
            $http ?? new StreamClient(),
            $attemptTimeoutSeconds,
            $onRetry,
        );
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
