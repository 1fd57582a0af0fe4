<?php

declare(strict_types=1);

namespace Parley;

/** `$client->events->pull()`. */
trait PullsEvents
{
    /**
     * The events of the key, oldest first, each at least once. The cursor moves past an event when the loop requests the
     * next one; after a crash or a `break`, the unfinished event is delivered again.
     *
     * @param CursorStore|null $cursor Where the position is stored. Without it, every pull starts with `after`, or as `fromLatest` says
     * @param string|null $after Starts after this event. Null: after the stored cursor, else with the oldest event (30 days)
     * @param bool $fromLatest Whether a pull without `after` and without a stored cursor starts at the end of the ledger: only new events
     * @param \DateTimeInterface|string|null $since Omits events that were created before this time
     * @param bool $follow Whether to wait for new events at the end of the ledger
     * @param float $pollSeconds Seconds between polls at the end of the ledger
     * @param int|null $limit Events per call, 1 to 500. Default 100
     * @param (callable(ParleyException): void)|null $onError Called with each temporary error, after which the loop retries, and with `invalid_after` of a position older than the ledger (30 days), after which it continues with the oldest event. Null: such a position is thrown
     * @return \Generator<int, Model\Event>
     */
    public function pull(
        ?CursorStore $cursor = null,
        ?string $after = null,
        bool $follow = true,
        float $pollSeconds = 2,
        ?int $limit = null,
        ?callable $onError = null,
        bool $fromLatest = false,
        \DateTimeInterface|string|null $since = null,
    ): \Generator {
        $after ??= $cursor?->load() ?? ($fromLatest ? 'latest' : null);
        $moveTo = static function (?string $position) use (&$after, $cursor): void {
            if ($position !== null && $position !== $after) {
                $after = $position;
                $cursor?->save($position);
            }
        };
        for ($failures = 0;;) {
            try {
                $page = $this->list(after: $after, since: $since, limit: $limit)->first();
                $failures = 0;
            } catch (ParleyException $error) {
                $oldest = $error instanceof ApiException ? $error->body['oldest_after'] ?? null : null;
                if ($oldest !== null && $onError !== null) {
                    $onError($error);
                    $after = $oldest;
                    continue;
                }
                if (!$follow || !self::isTemporary($error)) {
                    throw $error;
                }
                if ($onError !== null) {
                    $onError($error);
                }
                Transport::wait(Transport::backoffSeconds($failures++));
                continue;
            }
            foreach ($page->events as $event) {
                yield $event;
                $moveTo($event->id);
            }
            $moveTo($page->next_after);
            if ($page->has_more) {
                continue;
            }
            if (!$follow) {
                return;
            }
            Transport::wait($pollSeconds);
        }
    }

    /** A temporary failure: the network, a restart, a rate limit. */
    private static function isTemporary(ParleyException $error): bool
    {
        $isUnanswered = $error instanceof ConnectionException || $error instanceof TimeoutException;
        return $isUnanswered || ($error instanceof ApiException && ($error->status === 429 || $error->status >= 500));
    }
}
