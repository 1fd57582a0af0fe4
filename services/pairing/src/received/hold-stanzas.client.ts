import type { BinaryNode, WASocket } from 'baileys';
import { callItem, type KnownCall, makeRingingCalls, readCall } from './calls.client.ts';
import type { NoticeBox } from './notice-box.client.ts';
import { readGroupChanges } from './read-group-change.client.ts';
import type { OwnJids, ResolvePhone } from './read-person.client.ts';

/** More stanzas than arrive within a lease while the database is unavailable. */
const MAX_HELD = 5000;

interface HoldStanzasOptions {
  sock: Pick<WASocket, 'ws'>;
  /** The client's event for these stanzas. */
  event: 'CB:receipt' | 'CB:call' | 'CB:notification';
  box: {
    /** Stores the relevant ones of these stanzas; durable when it resolves. */
    keep(nodes: readonly BinaryNode[]): Promise<void>;
  };
  isClosed(): boolean;
  onFault(error: unknown): void;
  /** Called when more stanzas arrive than may wait: the network repeats them on the next connection. */
  onFlood(): void;
}

/**
 * Registers the box before the client's own listener: the client sees a stanza, and so acknowledges it, only after it is
 * stored. While the database is unavailable stanzas wait; those that are still waiting when the connection ends are not
 * acknowledged and are repeated.
 */
export function holdStanzas({ sock, event, box, isClosed, onFault, onFlood }: HoldStanzasOptions) {
  const own = sock.ws.listeners(event);
  sock.ws.removeAllListeners(event);
  let held: BinaryNode[] = [];
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (held.length > 0 && !isClosed()) {
      const nodes = held;
      held = [];
      await box.keep(nodes);
      if (isClosed()) return;
      for (const node of nodes) for (const listener of own) listener.call(sock.ws, node);
    }
  }

  sock.ws.on(event, (node: BinaryNode) => {
    if (isClosed()) return;
    if (held.length >= MAX_HELD) return onFlood();
    held.push(node);
    running ??= run()
      .catch(onFault)
      .finally(() => {
        running = null;
      });
  });

  return {
    /** Resolves when no stanza is being stored any more; call it after the connection is closed. */
    shut: async (): Promise<void> => {
      await running;
    },
  };
}

interface HoldNoticesOptions extends Pick<HoldStanzasOptions, 'isClosed' | 'onFault' | 'onFlood'> {
  sock: WASocket;
  box: NoticeBox;
  resolve: ResolvePhone;
  me(): OwnJids | null;
}

/** Stores and forwards calls and changes of groups before the client acknowledges them. */
export function holdNotices({ sock, box, resolve, me, ...options }: HoldNoticesOptions) {
  const calls = makeRingingCalls();
  const resolveAll = async (lids: string[]): Promise<Map<string, string>> => {
    const found = (await sock.signalRepository.lidMapping.getPNsForLIDs(lids)) ?? [];
    return new Map(found.map(({ lid, pn }) => [lid, pn]));
  };
  const readCallOf = async (node: Parameters<typeof readCall>[1]) => {
    const item = await readCall({ resolve, calls, me }, node);
    return item ? [item] : [];
  };
  const held = [
    holdStanzas({ sock, event: 'CB:call', box: box.of(readCallOf), ...options }),
    holdStanzas({
      sock,
      event: 'CB:notification',
      box: box.of((node) => readGroupChanges({ resolve, resolveAll }, node)),
      ...options,
    }),
  ];
  return {
    calls,
    /**
     * Rejects a call by `reject`, and reports the rejection, because the network does not report it to the device that
     * rejected. The report is stored before the network accepts the rejection, so that a crash in between does not lose it.
     */
    async rejecting(call: KnownCall, reject: () => Promise<void>): Promise<void> {
      const report = await box.announce(callItem({ ...call, state: 'rejected' }, new Date().toISOString()));
      try {
        await reject();
      } catch (error) {
        await report.failed();
        throw error;
      }
      calls.reject(call.id);
      report.done();
    },
    /** Resolves when no notice is being stored any more; call it after the connection is closed. */
    shut: async (): Promise<void> => {
      await Promise.all(held.map(({ shut }) => shut()));
    },
  };
}
