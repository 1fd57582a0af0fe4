import { Counter } from 'prom-client';

/**
 * The server of a read that may use the replica: the replica, or the primary because the replica lags, fails, or
 * cancelled the read because it conflicts with a replay.
 */
export type ReadOutcome = 'replica' | 'lag' | 'failure' | 'conflict';

/** Counts the reads of a process that may use the replica; the caller registers it. */
export const makeReplicaReads = (): Counter<'outcome'> => {
  const reads = new Counter({
    name: 'parley_replica_reads_total',
    help: 'Reads that may use the replica of DATABASE_READ_URL, by outcome: replica, or why they used the primary (lag, failure, conflict)',
    labelNames: ['outcome'],
    registers: [],
  });
  const outcomes: readonly ReadOutcome[] = ['replica', 'lag', 'failure', 'conflict'];
  // A series that begins above 0 shows no growth.
  for (const outcome of outcomes) reads.inc({ outcome }, 0);
  return reads;
};
