<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->channels`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Channels
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * List the connected channels.
     */
    public function list(?\Parley\CallOptions $options = null): \Parley\Model\ChannelsAnswer
    {
        return new \Parley\Model\ChannelsAnswer($this->transport->call('GET', 'channels', [], [], $options));
    }

    /**
     * Get what each connected account supports.
     */
    public function capabilities(?\Parley\CallOptions $options = null): \Parley\Model\CapabilitiesAnswer
    {
        return new \Parley\Model\CapabilitiesAnswer($this->transport->call('GET', 'capabilities', [], [], $options));
    }

    /**
     * Make a connect link for an end customer.
     *
     * @param string $channel One of wa, fb, ig, tt
     * @param string $redirectUrl Absolute HTTPS URL on a public hostname, at most 2048 characters; or a path of the console, such as /console/channels
     * @param string|null $via
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function connectLink(string $channel, string|false $redirectUrl = false, ?string $via = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\ConnectLinkAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'redirect_url' => $redirectUrl], ['via' => $via], $named);
        return new \Parley\Model\ConnectLinkAnswer($this->transport->call('GET', 'connect-link', $required, $optional, $options));
    }

    /**
     * Connect a Telegram bot.
     *
     * @param string $botToken
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function connectTelegram(string|false $botToken = false, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\ConnectTelegramAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['bot_token' => $botToken], [], $named);
        return new \Parley\Model\ConnectTelegramAnswer($this->transport->call('POST', 'connect-telegram', $required, $optional, $options));
    }

    /**
     * Disconnect a channel.
     *
     * @param string $channel One of fb, ig, tg, tt
     * @param string $id Channel account id as in ?action=channels
     */
    public function disconnect(string $channel, string $id, ?\Parley\CallOptions $options = null): \Parley\Model\DisconnectChannelAnswer
    {
        return new \Parley\Model\DisconnectChannelAnswer($this->transport->call('POST', 'disconnect-channel', ['channel' => $channel, 'id' => $id], [], $options));
    }
}
