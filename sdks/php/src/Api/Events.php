<?php

// Generated from docs/openapi.json by npm run generate.

declare(strict_types=1);

namespace Parley\Api;

/** The methods of `$client->events`. Errors: ApiException, ConnectionException, TimeoutException. */
final class Events
{
    use \Parley\PullsEvents;

    public function __construct(private readonly \Parley\Transport $transport)
    {
    }

    /**
     * List the events of this key, oldest or newest first.
     *
     * @param string|null $after
     * @param \DateTimeInterface|string|null $since
     * @param string|null $order
     * @param string|null $type
     * @param string|null $channel
     * @param int|null $conversationId
     * @param int|null $limit
     * @param mixed ...$named Arguments by their names in the API, which stay valid: `message_id` for `messageId`
     * @return \Parley\PagedList<\Parley\Model\EventsAnswer, \Parley\Model\Event>
     */
    public function list(?string $after = null, \DateTimeInterface|string|null $since = null, ?string $order = null, ?string $type = null, ?string $channel = null, ?int $conversationId = null, ?int $limit = null, ?\Parley\CallOptions $options = null, mixed ...$named): \Parley\PagedList
    {
        [$required, $optional] = \Parley\OldNames::join(__METHOD__, [], ['after' => $after, 'since' => $since, 'order' => $order, 'type' => $type, 'channel' => $channel, 'conversation_id' => $conversationId, 'limit' => $limit], $named);
        return new \Parley\PagedList(
            fn (?string $after): \Parley\Model\EventsAnswer => new \Parley\Model\EventsAnswer($this->transport->call('GET', 'events', $required, ['after' => $after] + $optional, $options)),
            static fn (\Parley\Model\EventsAnswer $page): ?string => $page->has_more ? $page->next_after : null,
            static fn (\Parley\Model\EventsAnswer $page): array => $page->events,
            $after,
        );
    }
}
