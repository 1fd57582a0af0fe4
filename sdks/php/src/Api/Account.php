<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->account`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Account
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Status of the key and its account.
     */
    public function status(?\Parley\CallOptions $options = null): \Parley\Model\StatusAnswer
    {
        return new \Parley\Model\StatusAnswer($this->transport->call('GET', 'status', [], [], $options));
    }
}
