import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT, SOURCES } from './load-statements.ts';

// ADR 5, "The client sorts what it limits".
const files = SOURCES.filter((file) => /^(services|packages\/messaging)\//.test(file)).map((file) => ({
  file,
  source: readFileSync(ROOT + file, 'utf8'),
}));
const LISTS = /\b\w+\s*\.(?:findMany|count)\(\{[\s\S]*?\}\)/g;

test('what the Prisma client limits has an order of its own', () => {
  const limited = files.flatMap(({ file, source }) =>
    (source.match(LISTS) ?? []).filter((call) => /\btake:/.test(call)).map((call) => ({ file, call })),
  );
  expect(limited.length).toBeGreaterThan(0);
  expect(limited.filter(({ call }) => !call.includes('orderBy:'))).toEqual([]);
});

test('no minimum or maximum is asked of the Prisma client, which reads every row for it', () => {
  expect(files.filter(({ source }) => /\.aggregate\(/.test(source)).map(({ file }) => file)).toEqual([]);
});
