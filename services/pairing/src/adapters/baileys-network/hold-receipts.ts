import type { BinaryNode, WASocket } from 'baileys';
import type { ReceiptBox } from './receipt-box.ts';

const RECEIPT_EVENT = 'CB:receipt';
/** More stanzas than arrive within a lease while the database is unavailable. */
const MAX_HELD = 5000;

export interface HoldReceiptsOptions {
  sock: Pick<WASocket, 'ws'>;
  box: Pick<ReceiptBox, 'keep'>;
  isClosed(): boolean;
  onFault(error: unknown): void;
  /** Called when more stanzas arrive than may wait: the network repeats them on the next connection. */
  onFlood(): void;
}

/**
 * Registers the box before the client's own listener: the client sees a receipt, and so acknowledges it, only after it
 * is stored. While the database is unavailable receipts wait; receipts that are still waiting when the connection ends
 * are not acknowledged and are repeated.
 */
export function holdReceipts({ sock, box, isClosed, onFault, onFlood }: HoldReceiptsOptions) {
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
    /** Resolves when no receipt is being stored any more; call it after the connection is closed. */
    shut: async (): Promise<void> => {
      await running;
    },
  };
}
