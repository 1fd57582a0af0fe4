import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { expect, test } from 'vitest';
import { readSourceMap } from './bundle/read-source-map.ts';

const EVERY_LINES = 101;
const BUNDLE = new URL('../services/bots/dist/main.js', import.meta.url);

test('lines all over the largest bundle have the source, line and column of Node’s own map', () => {
  const json = readFileSync(new URL(`${BUNDLE.href}.map`), 'utf8');
  const find = readSourceMap(json);
  const reference = new SourceMap(JSON.parse(json));
  let found = 0;
  for (const [line, text] of readFileSync(BUNDLE, 'utf8').split('\n').entries()) {
    if (line % EVERY_LINES !== 0) continue;
    for (const column of [0, Math.floor(text.length / 2), text.length]) {
      const expected = reference.findEntry(line, column);
      // Node continues to earlier lines if a line has nothing before the column.
      if (!('originalSource' in expected) || expected.generatedLine !== line) continue;
      const { originalSource: source, originalLine, originalColumn } = expected;
      if (originalLine === undefined) continue;
      expect(find(line, column), `${line}:${column}`).toEqual({ source, line: originalLine, column: originalColumn });
      found++;
    }
  }
  expect(found).toBeGreaterThan(500);
});

test('a line outside the map has no position', () => {
  const find = readSourceMap(JSON.stringify({ mappings: 'AAAA;;AACA', sources: ['a.ts'] }));
  expect(find(0, 5)).toEqual({ source: 'a.ts', line: 0, column: 0 });
  expect(find(1, 0)).toBeNull();
  expect(find(2, 0)).toEqual({ source: 'a.ts', line: 1, column: 0 });
  expect(find(3, 0)).toBeNull();
});
