import type { QueryName } from '../api/operations.ts';
import type { LivePage } from './open-live-feed.ts';

/** Length of the pause after a read. */
const PAUSE_MS = 400;

/**
 * Throttles the reads that live events cause: a burst of pages reads an operation at once, and once more at its end.
 * Several hooks may ask for the same operation because of the same page; they share one read.
 */
export function throttleReads(read: (name: QueryName) => void): (name: QueryName, page: LivePage) => void {
  const pauses = new Map<QueryName, { page: LivePage; isAgain: boolean }>();
  return function ask(name, page) {
    const running = pauses.get(name);
    if (running) {
      running.isAgain ||= page !== running.page;
      return;
    }
    const pause = { page, isAgain: false };
    pauses.set(name, pause);
    read(name);
    setTimeout(() => {
      pauses.delete(name);
      if (pause.isAgain) ask(name, page);
    }, PAUSE_MS);
  };
}
