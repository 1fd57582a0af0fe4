<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->conversations`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Conversations
{
    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * Take a thread from another app.
     *
     * @param string $channel
     * @param string $to The person, as in a send; the account has a conversation with them
     * @param string|null $from The account: its id, number or label. Default: the account of the newest conversation with the person
     * @param string|null $metadata A note for the other app
     */
    public function takeThread(string $channel, string $to, ?string $from = null, ?string $metadata = null, ?\Parley\CallOptions $options = null): \Parley\Model\TakeThreadAnswer
    {
        return new \Parley\Model\TakeThreadAnswer($this->transport->call('POST', 'take-thread', ['channel' => $channel, 'to' => $to], ['from' => $from, 'metadata' => $metadata], $options));
    }

    /**
     * Pass a thread to another app.
     *
     * @param string $channel
     * @param string $to The person, as in a send; the account has a conversation with them
     * @param string|null $from The account: its id, number or label. Default: the account of the newest conversation with the person
     * @param string|null $target wa: a role (ai_agent, ctwa, customer_service, escalation, marketing, utility; default escalation); fb, ig: the id of an app (default: the inbox at Meta)
     * @param string|null $metadata A note for the other app
     */
    public function passThread(string $channel, string $to, ?string $from = null, ?string $target = null, ?string $metadata = null, ?\Parley\CallOptions $options = null): \Parley\Model\PassThreadAnswer
    {
        return new \Parley\Model\PassThreadAnswer($this->transport->call('POST', 'pass-thread', ['channel' => $channel, 'to' => $to], ['from' => $from, 'target' => $target, 'metadata' => $metadata], $options));
    }

    /**
     * Release a thread.
     *
     * @param string $channel
     * @param string $to The person, as in a send; the account has a conversation with them
     * @param string|null $from The account: its id, number or label. Default: the account of the newest conversation with the person
     */
    public function releaseThread(string $channel, string $to, ?string $from = null, ?\Parley\CallOptions $options = null): \Parley\Model\ReleaseThreadAnswer
    {
        return new \Parley\Model\ReleaseThreadAnswer($this->transport->call('POST', 'release-thread', ['channel' => $channel, 'to' => $to], ['from' => $from], $options));
    }

    /**
     * List conversations, newest activity first.
     *
     * @param string|null $channel
     * @param string|null $account
     * @param string|null $status
     * @param bool|null $unread
     * @param bool|null $waiting
     * @param string|null $peer
     * @param string|null $q
     * @param int|null $limit
     * @param string|null $cursor
     * @return \Parley\PagedList<\Parley\Model\ConversationsAnswer, \Parley\Model\ReadConversation>
     */
    public function list(?string $channel = null, ?string $account = null, ?string $status = null, ?bool $unread = null, ?bool $waiting = null, ?string $peer = null, ?string $q = null, ?int $limit = null, ?string $cursor = null, ?\Parley\CallOptions $options = null): \Parley\PagedList
    {
        return new \Parley\PagedList(
            fn (?string $cursor): \Parley\Model\ConversationsAnswer => new \Parley\Model\ConversationsAnswer($this->transport->call('GET', 'conversations', [], ['channel' => $channel, 'account' => $account, 'status' => $status, 'unread' => $unread, 'waiting' => $waiting, 'peer' => $peer, 'q' => $q, 'limit' => $limit, 'cursor' => $cursor], $options)),
            static fn (\Parley\Model\ConversationsAnswer $page): ?string => $page->next_cursor,
            static fn (\Parley\Model\ConversationsAnswer $page): array => $page->conversations,
            $cursor,
        );
    }

    /**
     * Search people and messages, people first.
     *
     * @param string $q Word prefixes, all of which a result has; part of a number; or the id of a conversation or message
     * @param string|null $kind
     * @param string|null $channel
     * @param int|null $limit
     * @param string|null $cursor
     * @return \Parley\PagedList<\Parley\Model\SearchAnswer, \Parley\Model\SearchResult>
     */
    public function search(string $q, ?string $kind = null, ?string $channel = null, ?int $limit = null, ?string $cursor = null, ?\Parley\CallOptions $options = null): \Parley\PagedList
    {
        return new \Parley\PagedList(
            fn (?string $cursor): \Parley\Model\SearchAnswer => new \Parley\Model\SearchAnswer($this->transport->call('GET', 'search', ['q' => $q], ['kind' => $kind, 'channel' => $channel, 'limit' => $limit, 'cursor' => $cursor], $options)),
            static fn (\Parley\Model\SearchAnswer $page): ?string => $page->next_cursor,
            static fn (\Parley\Model\SearchAnswer $page): array => $page->results,
            $cursor,
        );
    }
}
