import type { Sql } from '@parley/database/sql';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { KeepOutcome } from './copies/kept-file.rules.ts';
import { countWaiting } from './copies/kept-file.store.ts';

export type FilesMetrics = ReturnType<typeof makeFilesMetrics>;

/** Metrics of the copies of customers' files (docs/reference/uploads.md#copies). */
export function makeFilesMetrics(registry: Registry, database: Sql) {
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
    /** Counts an attempt to copy a file; `lost`: another worker, or a removal, has ended the claim. */
    countCopy: (outcome: NonNullable<KeepOutcome> | 'lost'): void => copies.inc({ outcome }),
    /** Sets the bytes of all copies. */
    setKeptBytes: (value: number): void => bytes.set(value),
  };
}
