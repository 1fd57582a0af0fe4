import { AsyncLocalStorage } from 'node:async_hooks';
import { type Prisma, PrismaClient } from '@parley/prisma/client';
import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { asDatabaseError, type Sql } from '../sql.ts';
import { openStatements } from '../transactions/run-transaction.ts';
import { type Adapter, connectionOf, convertErrors } from './prisma-internals.ts';

/** A transaction in which the Prisma client and typed statements share one connection and see each other's writes. */
export interface PrismaTransaction {
  prisma: Prisma.TransactionClient;
  sql: Sql;
}

/** Holds the connection of a transaction that is about to begin. */
interface Slot {
  client?: pg.PoolClient;
}
const beginning = new AsyncLocalStorage<Slot>();
let begun = 0;

/** Passes a slot to the adapter. An active AsyncLocalStorage slows down every promise of the process, so it is disabled while no transaction begins. */
function carry<T>(slot: Slot, begin: (arrived: () => void) => Promise<T>): Promise<T> {
  let hasArrived = false;
  const arrived = (): void => {
    if (hasArrived) return;
    hasArrived = true;
    if (--begun === 0) beginning.disable();
  };
  begun++;
  return beginning.run(slot, () => begin(arrived)).finally(arrived);
}

function throwAsStatementsDo(error: unknown): never {
  throw asDatabaseError(error);
}

/**
 * The stock adapter with the errors of statements: the driver's own, with its SQLSTATE, or `DatabaseUnavailable`.
 * Prisma passes on errors that are not its own.
 */
class StatementErrors extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    convertErrors(adapter, throwAsStatementsDo);
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolationLevel) => {
      const transaction = await startTransaction(isolationLevel);
      convertErrors(transaction, throwAsStatementsDo);
      const slot = beginning.getStore();
      if (slot) slot.client = connectionOf(transaction);
      return transaction;
    };
    return adapter;
  }
}

/** The Prisma client over a pool. */
export interface OpenPrisma {
  client: PrismaClient;
  /** Runs `work` in one transaction of the client: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (transaction: PrismaTransaction) => Promise<T>): Promise<T>;
}

/** `limits` of a transaction are the wait for a connection and the total time, in ms. */
export function openPrisma(pool: pg.Pool, limits: { maxWait: number; timeout: number }): OpenPrisma {
  const client = new PrismaClient({ adapter: new StatementErrors(pool) });
  return {
    client,
    transaction(work) {
      const slot: Slot = {};
      return carry(slot, (arrived) =>
        client.$transaction((inner) => {
          arrived();
          if (!slot.client) throw new Error('The transaction has no connection.');
          return work({ prisma: inner, sql: openStatements(slot.client) });
        }, limits),
      );
    },
  };
}
