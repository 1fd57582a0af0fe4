import type { BinaryNode, WASocket } from 'baileys';
import type { ReceiptBox } from './receipt-box.ts';

const RECEIPT_EVENT = 'CB:receipt';
/** More than a lease's time can bring while the database is away. */
const MAX_HELD = 5000;

export interface HoldReceiptsDeps {
  sock: Pick<WASocket, 'ws'>;
  box: Pick<ReceiptBox, 'keep'>;
  isClosed(): boolean;
  onFault(error: unknown): void;
  /** What comes is more than may wait: the network repeats it to the next connection. */
  onFlood(): void;
}

/**
 * Puts the box before the client's own listener: a receipt is seen, and so acknowledged, when it is kept. While the database
 * is away they wait; what still waits when the connection ends was not acknowledged and comes again.
 */
export function holdReceipts({ sock, box, isClosed, onFault, onFlood }: HoldReceiptsDeps) {
  const own = sock.ws.listeners(RECEIPT_EVENT);
  sock.ws.removeAllListeners(RECEIPT_EVENT);
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

  sock.ws.on(RECEIPT_EVENT, (node: BinaryNode) => {
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
    /** Resolves when nothing is being kept any more; after the connection is closed. */
    shut: async (): Promise<void> => {
      await running;
    },
  };
}
