import { runMeasure } from '@parley/testing/measure/run-measure';
import { expect, test } from 'vitest';

/** Times the work of reading the same input as JSON, which it costs anyway: a few milliseconds for a megabyte. */
const MAX_WORK = 3;
/** Inputs between our own services are limited by their sender; some are lists of thousands. */
const MAX_WORK_INSIDE = 30;

test('no field of any contract takes more work than reading its megabyte three times', {
  timeout: 300_000,
}, async () => {
  const measured = await runMeasure(new URL('./measure-inputs.ts', import.meta.url));
  expect(measured.length).toBeGreaterThan(10_000);
  const slow = measured.filter(({ place, work }) => work > (place.startsWith('internal') ? MAX_WORK_INSIDE : MAX_WORK));
  expect(slow).toEqual([]);
});
