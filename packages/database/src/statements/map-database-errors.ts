import { AppError } from '@parley/common/errors';
import type { PrismaClient } from '@parley/prisma/client';
import type { Database } from '../connection/connect-database.ts';
import { isDatabaseUnavailable } from '../sql.ts';

const RETRY_AFTER_SECONDS = 1;

/** Throws a lost connection as `service_unavailable`, and other errors unchanged. */
export const answerUnavailable = (error: unknown): never => {
  if (isDatabaseUnavailable(error))
    throw new AppError('service_unavailable', { retry_after: RETRY_AFTER_SECONDS, cause: error });
  throw error;
};

/**
 * The same database, with lost connections reported as `service_unavailable` and `retry_after` 1 s
 * (docs/reference/errors.md#error-body); other errors are unchanged.
 */
export function mapDatabaseErrors(
  database: Pick<Database, 'query' | 'transaction'>,
): Pick<Database, 'query' | 'transaction'> {
  return {
    query: (statement) => database.query<never>(statement).catch(answerUnavailable),
    transaction: (work) => database.transaction(work).catch(answerUnavailable),
  };
}

/** A database of a service that uses the Prisma client. */
export type PrismaDatabase = Pick<
  Database,
  'query' | 'transaction' | 'prisma' | 'prismaTransaction' | 'read' | 'watchDue'
>;

/** As {@link mapDatabaseErrors}, with the Prisma client. */
export function mapDatabaseErrorsWithPrisma(database: PrismaDatabase): PrismaDatabase {
  const prisma = database.prisma.$extends({
    query: { $allOperations: ({ args, query }) => query(args).catch(answerUnavailable) },
  });
  return {
    ...mapDatabaseErrors(database),
    prisma: prisma as unknown as PrismaClient, // safe: the same operations, whose failures alone differ
    prismaTransaction: (work) => database.prismaTransaction(work).catch(answerUnavailable),
    read: (work) => database.read(work).catch(answerUnavailable),
    watchDue: database.watchDue,
  };
}
