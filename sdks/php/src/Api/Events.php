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
     * List the events of this key, oldest first.
     *
     * @param string|null $after
     * @param \DateTimeInterface|string|null $since
     * @param int|null $limit
     * @return \Parley\PagedList<\Parley\Model\EventsAnswer, \Parley\Model\Event>
     */
    public function list(?string $after = null, \DateTimeInterface|string|null $since = null, ?int $limit = null, ?\Parley\CallOptions $options = null): \Parley\PagedList
    {
        return new \Parley\PagedList(
            fn (?string $after): \Parley\Model\EventsAnswer => new \Parley\Model\EventsAnswer($this->transport->call('GET', 'events', [], ['after' => $after, 'since' => $since, 'limit' => $limit], $options)),
            static fn (\Parley\Model\EventsAnswer $page): ?string => $page->has_more ? $page->next_after : null,
            static fn (\Parley\Model\EventsAnswer $page): array => $page->events,
            $after,
        );
    }
}
