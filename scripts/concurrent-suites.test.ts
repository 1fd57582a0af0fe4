import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const SUITES = new URL('../test/e2e/suites/', import.meta.url);

// The lanes run concurrently: vitest takes the test that another lane started last for the current one, or finds none.
test('no suite of the concurrent lanes uses what must know its test', async () => {
  const names = (await readdir(SUITES, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(new URL(name, SUITES), 'utf8')] as const),
  );
  expect(texts.length).toBeGreaterThan(30);
  const forbidden =
    /\bexpect\s*\.(poll|assertions|hasAssertions|soft)\b|toMatch\w*Snapshot|import \{[^}]*onTestFinished/;
  expect(texts.filter(([, text]) => forbidden.test(text)).map(([name]) => name)).toEqual([]);
});
