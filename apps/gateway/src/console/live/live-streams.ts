import type { ServerResponse } from 'node:http';
import { AppError } from '@parley/common/errors';

/** Streams of one member; the tabs of a browser share one (docs/reference/console.md#live-events). */
const MAX_PER_OWNER = 8;
const MAX_PER_PROCESS = 2000;
/** Prevents one tenant from using all places; when none is free, they are shared evenly. */
const MAX_PER_TENANT = 1000;
/**
 * How often each stream polls. An event is readable once no older transaction is running, which no hint can announce.
 */
const TURN_MS = 500;
const RETRY_AFTER_SECONDS = 10;

export interface StreamOwner {
  /** The member, or the session of an operator. */
  person: string;
  /** Null: the deployment. */
  tenantId: number | null;
}

/** The streams of one process: their number is bounded, they poll together, and a closing gateway ends them at once. */
export type LiveStreams = ReturnType<typeof makeLiveStreams>;

export interface LivePlace {
  /** Waits for the next turn; false once the stream has ended. */
  turn(): Promise<boolean>;
  leave(): void;
}

interface Place {
  owner: StreamOwner;
  /** Ends the wait for the next turn. */
  go: (() => void) | null;
  end(): void;
}

export function makeLiveStreams({ turnMs = TURN_MS }: { turnMs?: number } = {}) {
  const places = new Set<Place>();
  const open = new Set<AbortController>();
  let clock: NodeJS.Timeout | null = null;

  const wake = (): void => {
    for (const place of places) place.go?.();
  };

  const refuse = (): never => {
    throw new AppError('rate_limited', {
      message: 'Too many pages of the console are open.',
      retry_after: RETRY_AFTER_SECONDS,
    });
  };

  /** Ends the newest stream of the tenant with the most, if that leaves it no fewer than this one will have. */
  function makeRoom(own: number): void {
    const counts = new Map<number | null, number>();
    for (const { owner } of places) counts.set(owner.tenantId, (counts.get(owner.tenantId) ?? 0) + 1);
    const [largest, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [null, 0]);
    if (count <= own + 1) refuse();
    [...places].findLast(({ owner }) => owner.tenantId === largest)?.end();
  }

  function admit({ person, tenantId }: StreamOwner): void {
    const ofTenant = [...places].filter(({ owner }) => owner.tenantId === tenantId);
    const own = ofTenant.filter(({ owner }) => owner.person === person);
    if (own.length >= MAX_PER_OWNER || ofTenant.length >= MAX_PER_TENANT) refuse();
    if (places.size >= MAX_PER_PROCESS) makeRoom(ofTenant.length);
  }

  return {
    /** A signal that aborts with the response, or with the gateway. */
    signalFor(response: ServerResponse): AbortSignal {
      const controller = new AbortController();
      open.add(controller);
      response.once('close', () => {
        open.delete(controller);
        controller.abort();
      });
      return controller.signal;
    },
    /** Takes a place for a stream until its signal aborts. Errors: rate_limited. */
    enter(owner: StreamOwner, signal: AbortSignal): LivePlace {
      admit(owner);
      const place: Place = {
        owner,
        go: null,
        end() {
          places.delete(place);
          place.go?.();
        },
      };
      places.add(place);
      clock ??= setInterval(wake, turnMs);
      const leave = (): void => {
        place.end();
        if (places.size > 0 || clock === null) return;
        clearInterval(clock);
        clock = null;
      };
      signal.addEventListener('abort', leave, { once: true });
      return {
        leave,
        async turn() {
          if (!signal.aborted && places.has(place))
            await new Promise<void>((resolve) => {
              place.go = resolve;
            });
          place.go = null;
          return !signal.aborted && places.has(place);
        },
      };
    },
    /** Makes each stream poll at once. */
    wake,
    close() {
      for (const controller of open) controller.abort();
    },
  };
}
