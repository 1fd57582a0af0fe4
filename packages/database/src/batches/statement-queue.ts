import { beginLeaf } from '@parley/runtime/tracing/tracing';
import type pg from 'pg';
import { encodeValue } from '../connection/pg-internals.ts';
import { PooledClient } from '../connection/pooled-client.ts';
import { asDatabaseError, type ResultRows, type Statement } from '../sql.ts';
import { PLAN_BY_INDEX } from '../statements/plan-by-index.ts';
import { StatementBatch, type WaitingStatement } from './statement-batch.ts';

const POSTGRES = { 'db.system.name': 'postgresql' } as const;

/**
 * The statements of one transaction, in order. Those issued in one turn of the event loop are sent to the server in one
 * write, with the planner settings before the first one that asks for them.
 */
export class StatementQueue {
  readonly #client: pg.PoolClient;
  #waiting: WaitingStatement[] = [];
  #isRunning = false;
  #isPlannedByIndex = false;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Resolves with the statement's result. A held statement is sent with the next one that is not held. */
  run<Row>({ name = '', text, values = [], rowMode, plan }: Statement, isHeld = false): Promise<ResultRows<Row>> {
    if (plan === 'index' && !this.#isPlannedByIndex) {
      this.#isPlannedByIndex = true;
      this.run(PLAN_BY_INDEX, true).catch(() => {}); // the statement fails with it
    }
    const endSpan = name === '' ? null : beginLeaf({ name, kind: 'client', attributes: POSTGRES });
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        name: this.#client instanceof PooledClient ? '' : name,
        text,
        values: values.map((value) => encodeValue(value)),
        isArray: rowMode === 'array',
        resolve: (result) => {
          endSpan?.();
          // safe: the statement's author declares the shape of its rows
          resolve(result as ResultRows<Row>);
        },
        reject: (error) => {
          endSpan?.({}, error);
          reject(asDatabaseError(error));
        },
      });
      if (!isHeld && !this.#isRunning) this.#runSoon();
    });
  }

  #runSoon(): void {
    this.#isRunning = true;
    process.nextTick(() => {
      const batch = new StatementBatch(this.#waiting.splice(0));
      batch.callback = () => {
        this.#isRunning = false;
        if (this.#waiting.length > 0) this.#runSoon();
      };
      this.#client.query(batch);
    });
  }
}
