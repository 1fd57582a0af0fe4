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
}
