import type { Sql } from '@parley/database/sql';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { KeepOutcome } from './domain/kept-file.ts';
import { countWaiting } from './storage/kept-limit-store.ts';

export interface FilesMetrics {
  /** Counts an attempt to copy a file; `lost`: another worker, or a removal, has ended the claim. */
  countCopy(outcome: NonNullable<KeepOutcome> | 'lost'): void;
  /** Sets the bytes of all copies. */
  setKeptBytes(bytes: number): void;
}

/** Metrics of the copies of customers' files (docs/reference/uploads.md#copies). */
export function makeFilesMetrics(registry: Registry, database: Sql): FilesMetrics {
  const registers = [registry];
  const copies = new Counter({
    name: 'parley_file_copies_total',
    help: 'Attempts to copy a file of a customer by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const bytes = new Gauge({ name: 'parley_file_copies_bytes', help: 'Bytes of all copies of files', registers });
  new Gauge({
    name: 'parley_file_copies_waiting',
    help: 'Files whose copy is still to be made',
    registers,
    async collect() {
      // Without the database the other metrics must still be served; this one keeps its last value.
      const waiting = await countWaiting(database).catch(() => null);
      if (waiting !== null) this.set(waiting);
    },
  });
  return {
    countCopy: (outcome) => copies.inc({ outcome }),
    setKeptBytes: (value) => bytes.set(value),
  };
}
