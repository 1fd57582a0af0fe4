<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->calls`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Calls
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Reject a ringing call.
     *
     * @param string $channel
     * @param string $call_id call_id of call.received
     * @param string|null $from Which account is called: its id, number or label. Default: the first of the channel
     */
    public function reject(string $channel, string $call_id, ?string $from = null, ?\Parley\CallOptions $options = null): \Parley\Model\RejectCallAnswer
    {
        return new \Parley\Model\RejectCallAnswer($this->transport->call('POST', 'reject-call', ['channel' => $channel, 'call_id' => $call_id], ['from' => $from], $options));
    }
}
