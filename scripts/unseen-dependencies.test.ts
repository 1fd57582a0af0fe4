import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { unseenSuites } from './unseen-dependencies.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

test.each([
  ['docs/reference/sends.md', ['scripts/']],
  [
    'services/send/src/sends/message.store.ts',
    ['scripts/log-events-are-written', 'scripts/trips-match-code', 'scripts/expressions/', 'test/statements/'],
  ],
  ['services/pairing/fixtures/event-in-text.json', ['services/pairing/test/recorded-events']],
  ['LICENSE', []],
])('a change to %s runs the suites that read it: %j', (path, suites) => {
  expect(unseenSuites([path])).toEqual(suites);
});

test('every suite of the table exists', () => {
  const everything = [
    'docs/a',
    'docs/operations/a',
    'docs/openapi.json',
    'prisma/a',
    'prisma/schema/a',
    'package-lock.json',
    'packages/providers/fixtures/a',
    'services/pairing/fixtures/a',
    'apps/sandbox/a',
  ];
  const more = ['apps/console/a', 'packages/common/src/contracts/a.ts', 'apps/parley/a', 'services/send/src/a.ts'];
  const missing = unseenSuites([...everything, ...more]).filter(
    (suite) => !existsSync(ROOT + suite) && !existsSync(`${ROOT}${suite}.test.ts`),
  );
  expect(missing).toEqual([]);
});
