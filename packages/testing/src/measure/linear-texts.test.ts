import { expect, test } from 'vitest';
import { runMeasure } from './run-measure.ts';

test('no text of a stranger takes more work than a megabyte of JSON needs, ten times over', {
  timeout: 120_000,
}, async () => {
  const measured = await runMeasure(new URL('./measure-texts.ts', import.meta.url));
  expect(measured.length).toBeGreaterThan(500);
  expect(measured.filter(({ work }) => work > 10)).toEqual([]);
});
