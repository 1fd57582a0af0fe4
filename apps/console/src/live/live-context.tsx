import type { EventType } from '@parley/common/events';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { OutputOf, QueryName } from '../api/operations.ts';
import { refetch } from '../api/refetch.ts';
import { useLatest } from '../ui/use-latest.ts';
import type { LiveFeed, LivePage } from './open-live-feed.ts';
import { throttleReads } from './throttle-reads.ts';

type Listener = (page: LivePage) => void;

interface Live {
  listeners: Set<Listener>;
  /** Refetches the queries of an operation because of a page. */
  ask(name: QueryName, page: LivePage): void;
}

const LiveContext = createContext<Live | null>(null);

/** Keeps the tab's part of the session's live feed; when the feed starts over, all queries are refetched. */
export function LiveProvider({ session, children }: { session: OutputOf<'me'>; children: ReactNode }) {
  const queries = useQueryClient();
  const [live] = useState<Live>(() => ({
    listeners: new Set(),
    // Lists that refetch their newest page on their own keep the other pages.
    ask: throttleReads(
      (name) => void refetch(queries, { queryKey: [name], predicate: ({ meta }) => meta?.hasNewest !== true }),
    ),
  }));
  const slug = session.tenant?.slug;
  useEffect(() => {
    if (slug === undefined) return;
    let feed: LiveFeed | null = null;
    let isOver = false;
    // Loaded after the page, which does not need it for its first render.
    void import('./open-live-feed.ts').then(({ openLiveFeed }) => {
      if (isOver) return;
      feed = openLiveFeed({
        name: `parley-live-${session.session_id}-${slug}`,
        onPage(page) {
          if (page.is_start) void refetch(queries);
          for (const listener of live.listeners) listener(page);
        },
        onRefused: () => void queries.invalidateQueries({ queryKey: ['me'] }),
      });
    });
    return () => {
      isOver = true;
      feed?.close();
    };
  }, [session.session_id, slug, queries, live]);
  return <LiveContext.Provider value={live}>{children}</LiveContext.Provider>;
}

/** Calls `onPage` with the events of the workspace as they happen; only below the shell. */
export function useLivePages(onPage: Listener): void {
  const listeners = useContext(LiveContext)?.listeners;
  const latest = useLatest(onPage);
  useEffect(() => {
    const listener: Listener = (page) => latest.current(page);
    listeners?.add(listener);
    return () => void listeners?.delete(listener);
  }, [listeners, latest]);
}

/**
 * Refetches queries when something happens: `refreshes` is keyed by event type; `any` is every type, `inbox_changed` a
 * change in the inbox without an event.
 *
 *     useLiveEvents({ 'message.received': ['list-conversations'], any: ['home'] });
 */
export function useLiveEvents(
  refreshes: Readonly<Partial<Record<EventType | 'any' | 'inbox_changed', readonly QueryName[]>>>,
): void {
  const live = useContext(LiveContext);
  const byEvent = new Map(Object.entries(refreshes));
  useLivePages((page) => {
    const happened = page.events.flatMap(({ event }) => [...(byEvent.get(event) ?? []), ...(refreshes.any ?? [])]);
    const names = new Set([...happened, ...((page.inbox_changed && refreshes.inbox_changed) || [])]);
    for (const name of names) live?.ask(name, page);
  });
}
