<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->numbers`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Numbers
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Look up whether numbers are on the network.
     *
     * @param string $channel
     * @param list<string>|string $numbers One number, or a list of at most 50
     * @param string|null $from The account that looks them up: its id, number or label. Default: the first of the channel
     */
    public function check(string $channel, array|string $numbers, ?string $from = null, ?\Parley\CallOptions $options = null): \Parley\Model\CheckNumberAnswer
    {
        return new \Parley\Model\CheckNumberAnswer($this->transport->call('POST', 'check-number', ['channel' => $channel, 'numbers' => $numbers], ['from' => $from], $options));
    }
}
