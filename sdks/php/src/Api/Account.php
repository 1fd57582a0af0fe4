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
     * Get the status of this key and its account.
     */
    public function status(?\Parley\CallOptions $options = null): \Parley\Model\StatusAnswer
    {
        return new \Parley\Model\StatusAnswer($this->transport->call('GET', 'status', [], [], $options));
    }

    /**
     * Get the webhook of this key.
     */
    public function webhook(?\Parley\CallOptions $options = null): \Parley\Model\KeyWebhook
    {
        return new \Parley\Model\KeyWebhook($this->transport->call('GET', 'webhook', [], [], $options));
    }

    /**
     * Set or remove the webhook of this key.
     *
     * @param string|null $url https address that gets the events; null for none
     * @param list<string>|null $events Default: unchanged
     * @param bool|null $replace Whether to replace or remove a different address
     */
    public function setWebhook(?string $url, ?array $events = null, ?bool $replace = null, ?\Parley\CallOptions $options = null): \Parley\Model\KeyWebhook
    {
        return new \Parley\Model\KeyWebhook($this->transport->call('POST', 'set-webhook', ['url' => $url], ['events' => $events, 'replace' => $replace], $options));
    }
}
