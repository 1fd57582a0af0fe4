import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Seconds by test file, as measured by `npm run note-durations`; short files are not listed. */
export const DURATIONS_FILE = fileURLToPath(new URL('../durations.json', import.meta.url));

/** The path of a test file in the list. */
export const pathInList = (moduleId: string): string => moduleId.slice(ROOT.length);

/** Reads the committed list. */
export const readDurations = (): Record<string, number> => JSON.parse(readFileSync(DURATIONS_FILE, 'utf8'));

/**
 * Starts the longest files first, so that no worker is left with one at the end. The list is committed, so every run
 * has the same order. Files that are not listed follow in vitest's own order.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = readDurations();
    const secondsOf = ({ moduleId }: TestSpecification): number => durations[pathInList(moduleId)] ?? 0;
    return (await super.sort(files)).toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }
}
