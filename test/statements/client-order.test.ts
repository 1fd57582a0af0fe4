import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT, SOURCES } from './load-statements.ts';

// ADR 5, "The client sorts what it limits".
const files = SOURCES.filter((file) => /^(services|packages\/messaging)\//.test(file)).map((file) => ({
  file,
  source: readFileSync(ROOT + file, 'utf8'),
}));
const LISTS = /\b\w+\s*\.(?:findMany|count)\(\{[\s\S]*?\}\)/g;

test('every limited query of the Prisma client has an explicit order', () => {
  const limited = files.flatMap(({ file, source }) =>
    (source.match(LISTS) ?? []).filter((call) => /\btake:/.test(call)).map((call) => ({ file, call })),
  );
  expect(limited.length).toBeGreaterThan(0);
  expect(limited.filter(({ call }) => !call.includes('orderBy:'))).toEqual([]);
});

test('no query uses the Prisma client for a minimum or maximum, because it reads every row', () => {
  expect(files.filter(({ source }) => /\.aggregate\(/.test(source)).map(({ file }) => file)).toEqual([]);
});
