import { withTransactions } from '../src/turns/key-transactions.ts';

/** An active AsyncLocalStorage marks each new promise. */
const isMarked = (): boolean => Object.getOwnPropertySymbols(Promise.resolve().then(() => {})).length > 0;

// Prints whether promises are marked within the transactions of 50 devices, and after them.
let within = false;
const devices = Array.from({ length: 50 }, () =>
  withTransactions<{ session: Uint8Array }>({ get: () => ({}), set: async () => {} }),
);
await Promise.all(
  devices.map((keys) =>
    keys.transaction(async () => {
      within ||= isMarked();
      await keys.set({ session: { a: Uint8Array.of(1) } });
    }, 'me'),
  ),
);
process.stdout.write(JSON.stringify({ within, after: isMarked() }));
