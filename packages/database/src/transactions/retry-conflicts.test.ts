import { expect, test } from 'vitest';
import { retryConflicts, TransactionConflict } from './retry-conflicts.ts';

const failure = (code: string): Error => Object.assign(new Error(`SQLSTATE ${code}`), { code });

test.each([
  ['a deadlock victim is retried', ['40P01'], 2],
  ['a serialization failure is retried', ['40001'], 2],
  ['four times in a row', ['40P01', '40001', '40P01', '40001'], 5],
])('%s', async (_, codes, runs) => {
  let run = 0;
  const work = async () => {
    const code = codes[run++];
    if (code !== undefined) throw failure(code);
    return 'done';
  };
  expect(await retryConflicts(work)).toBe('done');
  expect(run).toBe(runs);
});

test('a conflict that the transaction finds itself is retried', async () => {
  let run = 0;
  const work = async () => {
    if (run++ === 0) throw new TransactionConflict('The rows have changed.');
    return 'done';
  };
  expect(await retryConflicts(work)).toBe('done');
});

test.each([
  ['the fifth conflict is thrown', '40P01', 5],
  ['another error is thrown at once', '23505', 1],
])('%s', async (_, code, runs) => {
  let run = 0;
  const work = async () => {
    run++;
    throw failure(code);
  };
  await expect(retryConflicts(work)).rejects.toThrow(code);
  expect(run).toBe(runs);
});
