import type { BinaryNode, WASocket } from 'baileys';

/** More stanzas than arrive within a lease while the database is unavailable. */
const MAX_HELD = 5000;

export interface HoldStanzasOptions {
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
