import { type SpanStart, traced } from '@parley/runtime/tracing/tracing';
import type pg from 'pg';
import { StatementQueue } from '../batches/statement-queue.ts';
import type { ResultRows, Sql, Statement, TransactionSql, Unsent } from '../sql.ts';

const BEGIN: Statement = { name: 'begin', text: 'BEGIN' };
const COMMIT: Statement = { name: 'commit', text: 'COMMIT' };
const ROLLBACK: Statement = { name: 'rollback', text: 'ROLLBACK' };

/** The span of a transaction, the parent of those of its statements. */
export const TRANSACTION_SPAN: SpanStart = {
  name: 'transaction',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql' },
};

/** Resolves when all pending continuations of settled promises have run. */
const turnEnds = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** One transaction on one connection. BEGIN is sent with its first statement: without a statement it costs nothing. */
class Transaction implements TransactionSql {
  readonly #queue: StatementQueue;
  #state: 'empty' | 'open' | 'ending' | 'committed' = 'empty';
  /** Statements are held back until COMMIT, to be sent with it in one write. */
  #isHeld = false;

  constructor(client: pg.PoolClient) {
    this.#queue = new StatementQueue(client);
  }

  query<Row>(statement: Statement): Promise<ResultRows<Row>> {
    if (this.#state === 'ending' || this.#state === 'committed')
      return Promise.reject(new Error('A statement came after the COMMIT of its transaction.'));
    if (this.#state === 'empty') {
      this.#queue.run(BEGIN, true).catch(() => {}); // the first statement fails with it
      this.#state = 'open';
    }
    return this.#queue.run(statement, this.#isHeld);
  }

  async commitWith<T>(last: Unsent<T>): Promise<T> {
    this.#isHeld = true;
    const answered = Promise.all(last.statements.map((statement) => this.query(statement)));
    try {
      // A statement that cannot even be sent must prevent the commit of the others.
      await Promise.race([answered, turnEnds()]);
      const ended = this.commit();
      ended.catch(() => {}); // a failed statement has already reported its own error
      const results = await answered;
      await ended;
      return last.read(results);
    } catch (error) {
      throw last.toError(error);
    }
  }

  async commit(): Promise<void> {
    if (this.#state === 'empty' || this.#state === 'committed') return;
    this.#state = 'ending';
    await this.#queue.run(COMMIT);
    this.#state = 'committed';
  }

  /** Throws when the connection must not be used again. */
  async rollBack(): Promise<void> {
    if (this.#state !== 'empty' && this.#state !== 'committed') await this.#queue.run(ROLLBACK);
  }
}

/** The statements of a transaction that other code begins and ends on this connection. */
export function openStatements(client: pg.PoolClient): Sql {
  const queue = new StatementQueue(client);
  return { query: (statement) => queue.run(statement) };
}

/** Runs one statement as its own transaction. */
export const runStatement = <Row>(client: pg.PoolClient, statement: Statement): Promise<ResultRows<Row>> =>
  new StatementQueue(client).run(statement);

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. `breakOff` is called when the
 * connection must not be used again.
 */
export const runTransaction = <T>(
  client: pg.PoolClient,
  breakOff: () => void,
  work: (sql: TransactionSql) => Promise<T>,
): Promise<T> =>
  traced(TRANSACTION_SPAN, async () => {
    const transaction = new Transaction(client);
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollBack().catch(breakOff);
      throw error;
    }
  });
