<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->sessions`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Sessions
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Create a linking session.
     *
     * @param string $label
     * @param int|null $historyDays Imports the messages of the last days from the phone into the inbox, without events; default 0: none
     * @param string|null $proxy Proxy for everything between the device and WhatsApp: `http://user:password@host:port`, with http, https or socks5
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function create(string $label, ?int $historyDays = null, ?string $proxy = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\CreateSessionAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['label' => $label], ['history_days' => $historyDays, 'proxy' => $proxy], $named);
        return new \Parley\Model\CreateSessionAnswer($this->transport->call('POST', 'create-session', $required, $optional, $options));
    }

    /**
     * Get a pairing code for a phone.
     *
     * @param string $sessionToken Starts with wds_
     * @param string $phone Number with country code
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function pairCode(string|false $sessionToken = false, string|false $phone = false, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\PairCodeAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['session_token' => $sessionToken, 'phone' => $phone], [], $named);
        return new \Parley\Model\PairCodeAnswer($this->transport->call('POST', 'pair-code', $required, $optional, $options));
    }

    /**
     * Get the status of a linking session.
     *
     * @param string|null $sessionToken
     * @param string|null $id
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function status(?string $sessionToken = null, ?string $id = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\SessionStatusAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, [], ['session_token' => $sessionToken, 'id' => $id], $named);
        return new \Parley\Model\SessionStatusAnswer($this->transport->call('GET', 'session-status', $required, $optional, $options));
    }

    /**
     * Get the QR code of a linking session.
     *
     * @param string $sessionToken Starts with wds_
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function qr(string|false $sessionToken = false, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\SessionQrAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['session_token' => $sessionToken], [], $named);
        return new \Parley\Model\SessionQrAnswer($this->transport->call('GET', 'session-qr', $required, $optional, $options));
    }

    /**
     * Set or remove the proxy of a linked device.
     *
     * @param string|null $proxy As in create-session; null for none
     * @param string|null $sessionToken Starts with wds_
     * @param string|null $id Id as in ?action=channels
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function setProxy(?string $proxy, ?string $sessionToken = null, ?string $id = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\SetProxyAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['proxy' => $proxy], ['session_token' => $sessionToken, 'id' => $id], $named);
        return new \Parley\Model\SetProxyAnswer($this->transport->call('POST', 'set-proxy', $required, $optional, $options));
    }

    /**
     * Delete a linking session and log the device out.
     *
     * @param string|null $sessionToken Starts with wds_
     * @param string|null $id Id as in ?action=channels
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function delete(?string $sessionToken = null, ?string $id = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\DeleteSessionAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, [], ['session_token' => $sessionToken, 'id' => $id], $named);
        return new \Parley\Model\DeleteSessionAnswer($this->transport->call('POST', 'delete-session', $required, $optional, $options));
    }
}
