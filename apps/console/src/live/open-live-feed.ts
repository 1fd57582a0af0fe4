import type { StreamOutputOf } from '../api/operations.ts';
import { pause } from '../api/pause.ts';
import { subscribe } from '../api/subscribe-gateway.ts';
import { streamUntilEnded } from './stream-until-ended.ts';

export type LivePage = StreamOutputOf<'live-events'>;

interface Given {
  /** Identifies the feed: tabs with the same name share one stream. */
  name: string;
  onPage(page: LivePage): void;
  /** Called when the session may have ended, or acts as another tenant. */
  onRefused(): void;
}

export interface LiveFeed {
  close(): void;
}

const RETRY_MS = 3000;
/**
 * Without a secure origin a browser has no locks, and ten streams would take all its connections: tabs poll instead.
 */
const WITHOUT_LOCKS_MS = 5000;

/** The message of the tab with the stream to the others when the gateway refuses it. */
const REFUSED = 'refused';
const ANEW: LivePage = { is_start: true, events: [], next_after: null, has_more: false };

function pollPeriodically({ onPage }: Given): LiveFeed {
  const clock = setInterval(() => document.hidden || onPage(ANEW), WITHOUT_LOCKS_MS);
  return { close: () => clearInterval(clock) };
}

/**
 * The events of the workspace for one of any number of tabs. The tab that holds the lock keeps the only stream and
 * broadcasts its pages. When that tab closes, the next one resumes from the last event that it received. A tab that joins
 * the others starts over.
 */
export function openLiveFeed(given: Given): LiveFeed {
  if (!('locks' in navigator)) return pollPeriodically(given);
  const tabs = new BroadcastChannel(given.name);
  const closing = new AbortController();
  let after: string | null | undefined;

  const hear = (page: LivePage): void => {
    after = page.next_after;
    given.onPage(page);
  };
  tabs.onmessage = ({ data }: MessageEvent<LivePage | typeof REFUSED>) =>
    data === REFUSED ? given.onRefused() : hear(data);
  const refuse = (): void => {
    given.onRefused();
    tabs.postMessage(REFUSED);
  };

  const begin = (onEnd: () => void) =>
    subscribe(
      'live-events',
      { ...(after === undefined ? {} : { after }) },
      {
        onData(page) {
          hear(page);
          tabs.postMessage(page);
        },
        onEnd(error) {
          // The gateway does not know the resume position: start over.
          if (error?.code === 'invalid_after') after = undefined;
          else if (error && error.code !== 'unreachable') refuse();
          onEnd();
        },
      },
    );

  const lead = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await streamUntilEnded(closing.signal, begin);
      if (!closing.signal.aborted) await pause(RETRY_MS);
    }
  };
  // The tab has read its lists before it joined: what happened in between went to the other tabs alone.
  const join = async (): Promise<void> => {
    const { held = [] } = await navigator.locks.query();
    if (!closing.signal.aborted && held.some(({ name }) => name === given.name)) given.onPage(ANEW);
  };
  void join();
  navigator.locks.request(given.name, { signal: closing.signal }, lead).catch((error: unknown) => {
    // Otherwise close() aborted the wait for the lock.
    if (!closing.signal.aborted) throw error;
  });
  return {
    close() {
      closing.abort();
      tabs.close();
    },
  };
}
