import { parseEnvironment } from '@parley/runtime/environment';
import { expect, test } from 'vitest';

test('a direct address without the address of the pooler is refused', () => {
  const DATABASE_DIRECT_URL = 'postgresql://parley@127.0.0.1/parley';
  expect(() => parseEnvironment({ DATABASE_DIRECT_URL })).toThrow('set DATABASE_URL');
  expect(parseEnvironment({ DATABASE_DIRECT_URL, DATABASE_URL: DATABASE_DIRECT_URL })).toMatchObject({
    DATABASE_DIRECT_URL,
  });
});

test('the address of a replica without that of its primary is refused', () => {
  const DATABASE_READ_URL = 'postgresql://parley@127.0.0.1/parley';
  expect(() => parseEnvironment({ DATABASE_READ_URL })).toThrow('DATABASE_READ_URL: set DATABASE_URL');
});
