import { at } from '@parley/common/at';
import type { ResultRows, Sql, Statement, Unsent } from '../sql.ts';

export type { Unsent } from '../sql.ts';

const unchanged = (error: unknown): unknown => error;

/** One statement, or none if there is nothing to write. */
export const unsentStatement = <T>(statement: Statement | null, read: (result: ResultRows) => T): Unsent<T> => ({
  statements: statement ? [statement] : [],
  read: (results) => read(statement ? at(results, 0) : { rows: [], rowCount: 0 }),
  toError: unchanged,
});

/** The same statements with another reading of their results, or another error. */
export const mapUnsent = <T, U>(
  unsent: Unsent<T>,
  read: (value: T) => U,
  toError: (error: unknown) => unknown = unchanged,
): Unsent<U> => ({
  statements: unsent.statements,
  read: (results) => read(unsent.read(results)),
  toError: (error) => toError(unsent.toError(error)),
});

/** The statements of several unsent values, in order; the result is a list of their results. */
export function allUnsent<const Parts extends readonly Unsent<unknown>[]>(
  parts: Parts,
): Unsent<{ [P in keyof Parts]: Parts[P] extends Unsent<infer T> ? T : never }> {
  return {
    statements: parts.flatMap(({ statements }) => statements),
    read(results) {
      let from = 0;
      const values = parts.map(({ statements, read }) => {
        from += statements.length;
        return read(results.slice(from - statements.length, from));
      });
      // safe: one value for each part, in order
      return values as { [P in keyof Parts]: Parts[P] extends Unsent<infer T> ? T : never };
    },
    toError: (error) => parts.reduce((known, part) => part.toError(known), error),
  };
}

/** Sends the statements in one write, and returns what they return. */
export async function sendNow<T>(sql: Sql, unsent: Unsent<T>): Promise<T> {
  const results = Promise.all(unsent.statements.map((statement) => sql.query(statement)));
  return unsent.read(
    await results.catch((error: unknown) => {
      throw unsent.toError(error);
    }),
  );
}
