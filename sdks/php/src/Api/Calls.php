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
     * @param string $callId call_id of call.received
     * @param string|null $from The called account: its id, number or label. Default: the first of the channel
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function reject(string $channel, string|false $callId = false, ?string $from = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\RejectCallAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'call_id' => $callId], ['from' => $from], $named);
        return new \Parley\Model\RejectCallAnswer($this->transport->call('POST', 'reject-call', $required, $optional, $options));
    }
}
