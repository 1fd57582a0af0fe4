<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->contacts`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Contacts
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Get a person with their addresses, consent and conversations.
     *
     * @param int|null $conversationId
     * @param string|null $channel
     * @param string|null $address
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function get(?int $conversationId = null, ?string $channel = null, ?string $address = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\ContactAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, [], ['conversation_id' => $conversationId, 'channel' => $channel, 'address' => $address], $named);
        return new \Parley\Model\ContactAnswer($this->transport->call('GET', 'contact', $required, $optional, $options));
    }
}
