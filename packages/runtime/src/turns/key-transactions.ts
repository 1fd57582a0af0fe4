import { AsyncLocalStorage } from 'node:async_hooks';
import { makeTurns } from './make-turns.ts';

/** Values by type and id. `Types` maps each type to its values. */
export interface KeyStore<Types> {
  /** Stored values by id. */
  get<T extends keyof Types>(type: T, ids: string[]): Found<Types[T]> | Promise<Found<Types[T]>>;
  /** Null deletes the value. */
  set(data: Values<Types>): void | Promise<void>;
}
type Found<Value> = Record<string, Value>;
type Values<Types> = { [T in keyof Types]?: Record<string, Types[T] | null> };

/** A store with transactions. */
export interface TransactionalKeyStore<Types> extends KeyStore<Types> {
  isInTransaction(): boolean;
  transaction<T>(work: () => Promise<T>, key: string): Promise<T>;
}

/** The reads and pending writes of one transaction, by type and id. */
interface Transaction {
  store: object;
  read: Map<string, Map<string, unknown>>;
  written: Map<string, Map<string, unknown>>;
  isOver: boolean;
  /** The enclosing transaction of another device. */
  outer: Transaction | undefined;
}

/**
 * The transactions of all linked devices of the process. The client of linked devices creates one AsyncLocalStorage per
 * connection and never disables it: each slows down every promise of the process, even long after the connection has
 * ended.
 */
const current = new AsyncLocalStorage<Transaction>();
let running = 0;

async function within<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
  running++;
  try {
    return await current.run(transaction, work);
  } finally {
    transaction.isOver = true;
    if (--running === 0) current.disable();
  }
}

/** The transaction on a store in which this code runs. */
function transactionOf(store: object): Transaction | undefined {
  let found = current.getStore();
  while (found && (found.store !== store || found.isOver)) found = found.outer;
  return found;
}

function mapOf(maps: Map<string, Map<string, unknown>>, type: string): Map<string, unknown> {
  const known = maps.get(type) ?? new Map<string, unknown>();
  maps.set(type, known);
  return known;
}

const toData = (written: Transaction['written']): Record<string, Found<unknown>> =>
  Object.fromEntries([...written].map(([type, values]) => [type, Object.fromEntries(values)]));

/**
 * A store with transactions, as the Signal code of the client of linked devices needs it: a value is read once per
 * transaction, and writes go to the store together at its end, or not at all when the work throws. Transactions of one
 * key run one after the other; a nested one on the same store is part of the outer one.
 */
export function withTransactions<Types extends object>(store: KeyStore<Types>): TransactionalKeyStore<Types> {
  const inTurn = makeTurns<string>();
  /** Writes without a transaction, in order. */
  let writing: Promise<unknown> = Promise.resolve();

  return {
    isInTransaction: () => transactionOf(store) !== undefined,
    async get<T extends keyof Types>(type: T, ids: string[]) {
      const transaction = transactionOf(store);
      if (!transaction) return store.get(type, ids);
      const read = mapOf(transaction.read, String(type));
      const missing = ids.filter((id) => !read.has(id));
      if (missing.length > 0) {
        const stored = await store.get(type, missing);
        // Values written since the read are newer.
        for (const id of missing) if (!read.has(id)) read.set(id, stored[id]);
      }
      const found: Found<Types[T]> = {};
      for (const id of ids) {
        const value = read.get(id);
        // safe: read under its type
        if (value !== undefined && value !== null) found[id] = value as Types[T];
      }
      return found;
    },
    async set(data) {
      const transaction = transactionOf(store);
      if (!transaction) {
        const mine = writing.then(() => store.set(data));
        writing = mine.then(
          () => {},
          () => {},
        );
        return mine;
      }
      for (const [type, values] of Object.entries<Found<unknown> | undefined>(data))
        for (const [id, value] of Object.entries(values ?? {})) {
          mapOf(transaction.read, type).set(id, value);
          mapOf(transaction.written, type).set(id, value);
        }
    },
    transaction(work, key) {
      if (transactionOf(store)) return work();
      const outer = current.getStore();
      return inTurn(key, async () => {
        const transaction: Transaction = { store, read: new Map(), written: new Map(), isOver: false, outer };
        const done = await within(transaction, work);
        // safe: the values were given under their types
        if (transaction.written.size > 0) await store.set(toData(transaction.written) as Values<Types>);
        return done;
      });
    },
  };
}
