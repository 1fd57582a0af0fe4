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
     * @param string|null $media_url Public HTTPS URL of a file; message is its caption, and optional
     * @param string|null $media_type Hint: image, video, audio, voice, sticker, document or a MIME type
     * @param string|null $filename Name of a document, as the recipient sees it
     * @param array{name: string, language?: string, variables?: list<string>, components?: list<array<string, mixed>>}|null $template Template send (channel wa only)
     * @param list<array{id?: string, title: string, url?: string}>|null $buttons Reply or link buttons under the message
     * @param array{button: string, sections: list<array{title?: string, rows: list<array{id: string, title: string, description?: string}>}>}|null $list Rows to choose from, below message
     * @param array{latitude: int|float, longitude: int|float, name?: string, address?: string}|null $location
     * @param list<array{name: string, phones?: list<string>, emails?: list<string>, organization?: string}>|null $contacts
     * @param array{question: string, options: list<string>, multiple?: bool}|null $poll
     * @param array{id: string}|null $post A post of the sending account, alone
     * @param string|null $reply_to message_id of the message that it quotes, of the same conversation
     * @param list<string>|null $mentions wd groups: numbers that the text mentions
     * @param bool|null $preview Whether links get a preview; a choice on wa and tg only
     * @param string|null $tag fb, ig: a person answers within 7 days instead of 24 hours
     * @param string|null $fallback text: what the channel cannot carry is sent as lines of text
     * @param \DateTimeInterface|string|null $send_at When it is sent: in the future, at most 90 days ahead; answered 202. ISO 8601 with an offset or Z
     * @param string|null $from Which account sends: its id, number or label. Default: where the newest conversation with the recipient is, else the first
     */
    public function send(string $channel, string $to, ?string $message = null, ?string $media_url = null, ?string $media_type = null, ?string $filename = null, ?array $template = null, ?array $buttons = null, ?array $list = null, ?array $location = null, ?array $contacts = null, ?array $poll = null, ?array $post = null, ?string $reply_to = null, ?array $mentions = null, ?bool $preview = null, ?string $tag = null, ?string $fallback = null, \DateTimeInterface|string|null $send_at = null, ?string $from = null, ?\Parley\CallOptions $options = null): \Parley\Model\SendAnswer
    {
        return new \Parley\Model\SendAnswer($this->transport->call('POST', 'send', ['channel' => $channel, 'to' => $to], ['message' => $message, 'media_url' => $media_url, 'media_type' => $media_type, 'filename' => $filename, 'template' => $template, 'buttons' => $buttons, 'list' => $list, 'location' => $location, 'contacts' => $contacts, 'poll' => $poll, 'post' => $post, 'reply_to' => $reply_to, 'mentions' => $mentions, 'preview' => $preview, 'tag' => $tag, 'fallback' => $fallback, 'send_at' => $send_at, 'from' => $from], $options));
    }

    /**
     * Cancel a scheduled message.
     *
     * @param string $channel
     * @param string $message_id
     */
    public function cancel(string $channel, string $message_id, ?\Parley\CallOptions $options = null): \Parley\Model\CancelSendAnswer
    {
        return new \Parley\Model\CancelSendAnswer($this->transport->call('POST', 'cancel-send', ['channel' => $channel, 'message_id' => $message_id], [], $options));
    }

    /**
     * Get a message and its status history.
     *
     * @param string $message_id
     */
    public function get(string $message_id, ?\Parley\CallOptions $options = null): \Parley\Model\Message
    {
        return new \Parley\Model\Message($this->transport->call('GET', 'message', ['message_id' => $message_id], [], $options));
    }

    /**
     * React to a message.
     *
     * @param string $channel
     * @param int|string $message_id A message of either direction
     * @param string|null $emoji One emoji, which replaces an earlier one; null removes the reaction
     */
    public function react(string $channel, int|string $message_id, ?string $emoji, ?\Parley\CallOptions $options = null): \Parley\Model\ReactAnswer
    {
        return new \Parley\Model\ReactAnswer($this->transport->call('POST', 'react', ['channel' => $channel, 'message_id' => $message_id, 'emoji' => $emoji], [], $options));
    }

    /**
     * Edit a sent message.
     *
     * @param string $channel
     * @param int|string $message_id A message that the account sent
     * @param string $message The new text
     */
    public function edit(string $channel, int|string $message_id, string $message, ?\Parley\CallOptions $options = null): \Parley\Model\EditMessageAnswer
    {
        return new \Parley\Model\EditMessageAnswer($this->transport->call('POST', 'edit-message', ['channel' => $channel, 'message_id' => $message_id, 'message' => $message], [], $options));
    }

    /**
     * Delete a sent message for everybody.
     *
     * @param string $channel
     * @param int|string $message_id A message that the account sent
     */
    public function delete(string $channel, int|string $message_id, ?\Parley\CallOptions $options = null): \Parley\Model\DeleteMessageAnswer
    {
        return new \Parley\Model\DeleteMessageAnswer($this->transport->call('POST', 'delete-message', ['channel' => $channel, 'message_id' => $message_id], [], $options));
    }

    /**
     * Show a customer that their message was read.
     *
     * @param string $channel
     * @param int|string $message_id A message that a person sent
     */
    public function markRead(string $channel, int|string $message_id, ?\Parley\CallOptions $options = null): \Parley\Model\MarkReadAnswer
    {
        return new \Parley\Model\MarkReadAnswer($this->transport->call('POST', 'mark-read', ['channel' => $channel, 'message_id' => $message_id], [], $options));
    }

    /**
     * Show a typing indicator.
     *
     * @param string $channel
     * @param string $to Recipient, as in a send; the account has a conversation with them
     * @param string|null $from Which account shows it: its id, number or label. Default: where the newest conversation with the recipient is
     * @param string|null $state One of typing, recording, off
     */
    public function typing(string $channel, string $to, ?string $from = null, ?string $state = null, ?\Parley\CallOptions $options = null): \Parley\Model\TypingAnswer
    {
        return new \Parley\Model\TypingAnswer($this->transport->call('POST', 'typing', ['channel' => $channel, 'to' => $to], ['from' => $from, 'state' => $state], $options));
    }

    /**
     * List the messages of a conversation, newest first.
     *
     * @param int $conversation_id
     * @param int|null $limit
     * @param string|null $cursor
     * @return \Parley\PagedList<\Parley\Model\MessagesAnswer, \Parley\Model\ReadMessage>
     */
    public function list(int $conversation_id, ?int $limit = null, ?string $cursor = null, ?\Parley\CallOptions $options = null): \Parley\PagedList
    {
        return new \Parley\PagedList(
            fn (?string $cursor): \Parley\Model\MessagesAnswer => new \Parley\Model\MessagesAnswer($this->transport->call('GET', 'messages', ['conversation_id' => $conversation_id], ['limit' => $limit, 'cursor' => $cursor], $options)),
            static fn (\Parley\Model\MessagesAnswer $page): ?string => $page->next_cursor,
            static fn (\Parley\Model\MessagesAnswer $page): array => $page->messages,
            $cursor,
        );
    }
}
