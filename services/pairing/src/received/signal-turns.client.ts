import { AsyncResource } from 'node:async_hooks';
import { makeTurns } from '@parley/runtime/turns/make-turns';
import type { SignalRepositoryWithLIDStore } from 'baileys';

/** The client's key store, as passed to its Signal repository. */
export interface TransactionalKeys {
  transaction<T>(work: () => Promise<T>, key: string): Promise<T>;
}

/** Serializes the transactions that change a device's Signal state. */
const LOCK = 'signal';

interface Turn {
  /** Whether it may share a transaction with others: its failure must leave no change. */
  isShared: boolean;
  run(): Promise<void>;
  /** Called after the commit. */
  tell(): void;
  fail(error: unknown): void;
}

export type SignalTurns = ReturnType<typeof makeSignalTurns>;

/**
 * Runs changes of a device's Signal state one after the other: each sees the commits of earlier ones, and resolves after its own
 * commit. The client runs a send in one long transaction that reads sessions early and writes them late, concurrently with
 * decryptions: the later commit would overwrite the session with an old state, and following messages could not be decrypted.
 * So a turn runs outside the calling transaction.
 */
export function makeSignalTurns(keys: TransactionalKeys) {
  /** Whether no transaction is running. */
  const outside = new AsyncResource('signal');
  const waiting: Turn[] = [];
  let isRunning = false;

  function takeNext(): Turn[] {
    const count = waiting[0]?.isShared ? waiting.findIndex(({ isShared }) => !isShared) : 1;
    return waiting.splice(0, count === -1 ? waiting.length : count);
  }

  async function runAll(): Promise<void> {
    for (let turns = takeNext(); turns.length > 0; turns = takeNext()) {
      try {
        await keys.transaction(async () => {
          for (const turn of turns) await turn.run();
        }, LOCK);
        for (const turn of turns) turn.tell();
      } catch (error) {
        for (const turn of turns) turn.fail(error);
      }
    }
    isRunning = false;
  }

  function queue(turn: Turn): void {
    waiting.push(turn);
    if (isRunning) return;
    isRunning = true;
    void outside.runInAsyncScope(runAll);
  }

  return {
    /** A turn of its own in one transaction, rolled back when it throws. */
    take<T>(work: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        let done: T;
        queue({
          isShared: false,
          async run() {
            done = await work();
          },
          tell: () => resolve(done),
          fail: reject,
        });
      });
    },
    /** The same for work that writes at its end: waiting turns share one commit. */
    share<T>(work: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        let tell = (): void => {};
        queue({
          isShared: true,
          run: () =>
            work().then(
              (done) => {
                tell = () => resolve(done);
              },
              (error: unknown) => {
                tell = () => reject(error);
              },
            ),
          tell: () => tell(),
          fail: reject,
        });
      });
    },
  };
}

/**
 * Runs one job per address at a time, in this process. libsignal has one queue per address for all devices, and runs queued jobs
 * in the async context of the first caller, outside the transaction of their own device. If nothing is ever queued there, each
 * job runs in its own context.
 */
const aloneAt = makeTurns<string>();

/** The repository with all functions serialized except decryption, which the inbox serializes. */
export function inTurns(repository: SignalRepositoryWithLIDStore, turns: SignalTurns): SignalRepositoryWithLIDStore {
  const addressOf = repository.jidToSignalProtocolAddress;
  return {
    ...repository,
    decryptMessage: (given) => aloneAt(addressOf(given.jid), () => repository.decryptMessage(given)),
    encryptMessage: (given) => turns.share(() => aloneAt(addressOf(given.jid), () => repository.encryptMessage(given))),
    injectE2ESession: (given) =>
      turns.share(() => aloneAt(addressOf(given.jid), () => repository.injectE2ESession(given))),
    encryptGroupMessage: (given) => turns.take(() => repository.encryptGroupMessage(given)),
    getSenderKeyDistributionMessage: (given) => turns.take(() => repository.getSenderKeyDistributionMessage(given)),
    processSenderKeyDistributionMessage: (given) =>
      turns.take(() => repository.processSenderKeyDistributionMessage(given)),
    migrateSession: (from, to) => turns.take(() => repository.migrateSession(from, to)),
    deleteSession: (jids) => turns.take(() => repository.deleteSession(jids)),
  };
}
