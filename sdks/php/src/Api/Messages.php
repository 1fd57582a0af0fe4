<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->messages`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Messages
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Send a message.
     *
     * @param string $channel
     * @param string $to Recipient: phone number with country code (wa, wd), group id or hidden id (wd), platform user id (others)
     * @param string|null $message UTF-8 text; required unless there is a file or another content
     * @param string|null $mediaUrl Public HTTPS URL of a file; message is its caption, and optional
     * @param string|null $mediaType Hint: image, video, audio, voice, sticker, document or a MIME type
     * @param string|null $filename Name of a document, as the recipient sees it
     * @param array{name: string, language?: string, variables?: list<string>, components?: list<array<string, mixed>>}|null $template Template send (channel wa only)
     * @param list<array{id?: string, title: string, url?: string}>|null $buttons Reply or link buttons under the message
     * @param array{button: string, sections: list<array{title?: string, rows: list<array{id: string, title: string, description?: string}>}>}|null $list Rows to choose from, below message
     * @param array{latitude: int|float, longitude: int|float, name?: string, address?: string}|null $location
     * @param list<array{name: string, phones?: list<string>, emails?: list<string>, organization?: string}>|null $contacts
     * @param array{question: string, options: list<string>, multiple?: bool}|null $poll
     * @param array{id: string}|null $post A post of the sending account, alone
     * @param string|null $replyTo message_id of the quoted message, from the same conversation
     * @param list<string>|null $mentions wd groups: numbers that the text mentions
     * @param bool|null $preview Whether links get a preview; a choice on wa and tg only
     * @param string|null $tag fb, ig: a person may answer within 7 days instead of 24 hours
     * @param string|null $fallback text: content that the channel cannot carry is sent as lines of text
     * @param \DateTimeInterface|string|null $sendAt The time to send it: in the future, at most 90 days ahead; the response is 202. ISO 8601 with an offset or Z
     * @param string|null $uploadId A file that this key uploaded, in place of media_url
     * @param string|null $from The sending account: its id, number or label. Default: the account of the newest conversation with the recipient, else the first
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function send(string $channel, string $to, ?string $message = null, ?string $mediaUrl = null, ?string $mediaType = null, ?string $filename = null, ?array $template = null, ?array $buttons = null, ?array $list = null, ?array $location = null, ?array $contacts = null, ?array $poll = null, ?array $post = null, ?string $replyTo = null, ?array $mentions = null, ?bool $preview = null, ?string $tag = null, ?string $fallback = null, \DateTimeInterface|string|null $sendAt = null, ?string $uploadId = null, ?string $from = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\SendAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'to' => $to], ['message' => $message, 'media_url' => $mediaUrl, 'media_type' => $mediaType, 'filename' => $filename, 'template' => $template, 'buttons' => $buttons, 'list' => $list, 'location' => $location, 'contacts' => $contacts, 'poll' => $poll, 'post' => $post, 'reply_to' => $replyTo, 'mentions' => $mentions, 'preview' => $preview, 'tag' => $tag, 'fallback' => $fallback, 'send_at' => $sendAt, 'upload_id' => $uploadId, 'from' => $from], $named);
        return new \Parley\Model\SendAnswer($this->transport->call('POST', 'send', $required, $optional, $options));
    }

    /**
     * Cancel a scheduled message.
     *
     * @param string $channel
     * @param string $messageId
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function cancel(string $channel, string|false $messageId = false, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\CancelSendAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'message_id' => $messageId], [], $named);
        return new \Parley\Model\CancelSendAnswer($this->transport->call('POST', 'cancel-send', $required, $optional, $options));
    }

    /**
     * Get a message and its status history.
     *
     * @param string $messageId
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function get(string|false $messageId = false, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\Message
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['message_id' => $messageId], [], $named);
        return new \Parley\Model\Message($this->transport->call('GET', 'message', $required, $optional, $options));
    }

    /**
     * React to a message.
     *
     * @param string $channel
     * @param int|string $messageId A message of either direction
     * @param string|null $emoji One emoji, which replaces an earlier one; null removes the reaction
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function react(string $channel, int|string|false $messageId = false, string|false|null $emoji = false, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\ReactAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'message_id' => $messageId, 'emoji' => $emoji], [], $named);
        return new \Parley\Model\ReactAnswer($this->transport->call('POST', 'react', $required, $optional, $options));
    }

    /**
     * Edit a sent message.
     *
     * @param string $channel
     * @param int|string $messageId A message that the account sent
     * @param string $message The new text
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function edit(string $channel, int|string|false $messageId = false, string|false $message = false, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\EditMessageAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'message_id' => $messageId, 'message' => $message], [], $named);
        return new \Parley\Model\EditMessageAnswer($this->transport->call('POST', 'edit-message', $required, $optional, $options));
    }

    /**
     * Delete a sent message for everyone.
     *
     * @param string $channel
     * @param int|string $messageId A message that the account sent
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function delete(string $channel, int|string|false $messageId = false, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\DeleteMessageAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'message_id' => $messageId], [], $named);
        return new \Parley\Model\DeleteMessageAnswer($this->transport->call('POST', 'delete-message', $required, $optional, $options));
    }

    /**
     * Show a customer that their message was read.
     *
     * @param string $channel
     * @param int|string $messageId A message that a person sent
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     */
    public function markRead(string $channel, int|string|false $messageId = false, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\Model\MarkReadAnswer
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['channel' => $channel, 'message_id' => $messageId], [], $named);
        return new \Parley\Model\MarkReadAnswer($this->transport->call('POST', 'mark-read', $required, $optional, $options));
    }

    /**
     * Show a typing indicator.
     *
     * @param string $channel
     * @param string $to Recipient, as in a send; the account has a conversation with them
     * @param string|null $from The account that shows it: its id, number or label. Default: the account of the newest conversation with the recipient
     * @param string|null $state One of typing, recording, off
     */
    public function typing(string $channel, string $to, ?string $from = null, ?string $state = null, ?\Parley\CallOptions $options = null): \Parley\Model\TypingAnswer
    {
        return new \Parley\Model\TypingAnswer($this->transport->call('POST', 'typing', ['channel' => $channel, 'to' => $to], ['from' => $from, 'state' => $state], $options));
    }

    /**
     * List the messages of a conversation, newest first.
     *
     * @param int $conversationId
     * @param int|null $limit
     * @param string|null $cursor
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     * @return \Parley\PagedList<\Parley\Model\MessagesAnswer, \Parley\Model\ReadMessage>
     */
    public function list(int|false $conversationId = false, ?int $limit = null, ?string $cursor = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\PagedList
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, ['conversation_id' => $conversationId], ['limit' => $limit, 'cursor' => $cursor], $named);
        return new \Parley\PagedList(
            fn (?string $cursor): \Parley\Model\MessagesAnswer => new \Parley\Model\MessagesAnswer($this->transport->call('GET', 'messages', $required, ['cursor' => $cursor] + $optional, $options)),
            static fn (\Parley\Model\MessagesAnswer $page): ?string => $page->next_cursor,
            static fn (\Parley\Model\MessagesAnswer $page): array => $page->messages,
            $cursor,
        );
    }
}
