import { AsyncResource } from 'node:async_hooks';
import type { SignalRepositoryWithLIDStore } from 'baileys';

/** The client's key store, as its Signal repository is given it. */
export interface TransactionalKeys {
  transaction<T>(work: () => Promise<T>, key: string): Promise<T>;
}

/** Of the transactions that move a device's Signal state on: they run one after the other. */
const LOCK = 'signal';

interface Turn {
  /** Whether it may share a transaction with others: what fails in it has changed nothing. */
  isShared: boolean;
  run(): Promise<void>;
  /** After the commit. */
  tell(): void;
  fail(error: unknown): void;
}

export type SignalTurns = ReturnType<typeof makeSignalTurns>;

/**
 * What reads and moves on a device's Signal state, in turns: each sees what the one before it has committed, and is told as
 * done after its own commit. The client runs a send in one long transaction that reads sessions early and writes them late,
 * beside transactions that decrypt: the later commit would put the session back to where the earlier one found it, and what
 * follows could not be decrypted any more. So a turn leaves the transaction that it is called from.
 */
export function makeSignalTurns(keys: TransactionalKeys) {
  /** No transaction is under way here. */
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
    /** A turn of its own, in one transaction: when it throws, nothing of it is stored. */
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
    /** The same for work that writes last of all: those that wait together are committed together. */
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

const tails = new Map<string, Promise<unknown>>();

/**
 * One piece of work for an address at a time, in this process. libsignal queues by address alone, whichever device asks, and
 * runs what is queued in the context of whoever came first: outside the transaction of the device that asked. Where nothing
 * is ever queued, each runs in its own.
 */
export function aloneAt<T>(address: string, work: () => Promise<T>): Promise<T> {
  const mine = (tails.get(address) ?? Promise.resolve()).then(work);
  const tail = mine.then(
    () => {},
    () => {},
  );
  tails.set(address, tail);
  void tail.then(() => {
    if (tails.get(address) === tail) tails.delete(address);
  });
  return mine;
}

/** The repository with everything in turns but what decrypts: that is kept in its turn. */
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
