import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const DIST = new URL('../dist/', import.meta.url);
const SAMPLES = readFileSync(new URL('../src/texts/en/stories.ts', import.meta.url), 'utf8');
const built = readdirSync(DIST, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.js'))
  .map((path) => readFileSync(new URL(path, DIST), 'utf8'));

test('the build contains neither the component pages nor their samples', () => {
  const sample = /lead: '([^']+)'/.exec(SAMPLES)?.[1] ?? 'none';
  expect(built.filter((script) => script.includes('/sign-in'))).not.toEqual([]);
  for (const text of ['dev/ui', 'StoryList', sample]) {
    expect(built.filter((script) => script.includes(text))).toEqual([]);
  }
});
