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
     * @param int|null $history_days Imports the messages of the last days from the phone into the inbox, without events; default 0: none
     */
    public function create(string $label, ?int $history_days = null, ?\Parley\CallOptions $options = null): \Parley\Model\CreateSessionAnswer
    {
        return new \Parley\Model\CreateSessionAnswer($this->transport->call('POST', 'create-session', ['label' => $label], ['history_days' => $history_days], $options));
    }

    /**
     * Get a pairing code for a phone.
     *
     * @param string $session_token Starts with wds_
     * @param string $phone Number with country code
     */
    public function pairCode(string $session_token, string $phone, ?\Parley\CallOptions $options = null): \Parley\Model\PairCodeAnswer
    {
        return new \Parley\Model\PairCodeAnswer($this->transport->call('POST', 'pair-code', ['session_token' => $session_token, 'phone' => $phone], [], $options));
    }

    /**
     * Get the status of a linking session.
     *
     * @param string $session_token Starts with wds_
     */
    public function status(string $session_token, ?\Parley\CallOptions $options = null): \Parley\Model\SessionStatusAnswer
    {
        return new \Parley\Model\SessionStatusAnswer($this->transport->call('GET', 'session-status', ['session_token' => $session_token], [], $options));
    }

    /**
     * Get the QR code of a linking session.
     *
     * @param string $session_token Starts with wds_
     */
    public function qr(string $session_token, ?\Parley\CallOptions $options = null): \Parley\Model\SessionQrAnswer
    {
        return new \Parley\Model\SessionQrAnswer($this->transport->call('GET', 'session-qr', ['session_token' => $session_token], [], $options));
    }

    /**
     * Delete a linking session and log the device out.
     *
     * @param string|null $session_token Starts with wds_
     * @param string|null $id Id as in ?action=channels
     */
    public function delete(?string $session_token = null, ?string $id = null, ?\Parley\CallOptions $options = null): \Parley\Model\DeleteSessionAnswer
    {
        return new \Parley\Model\DeleteSessionAnswer($this->transport->call('POST', 'delete-session', [], ['session_token' => $session_token, 'id' => $id], $options));
    }
}
