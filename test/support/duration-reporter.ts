import { existsSync, writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import { DURATIONS_FILE, pathInList, readDurations } from './longest-first.ts';

/** The order of shorter files does not matter. */
const LISTED_FROM_SECONDS = 3;

/** Writes the durations of the run's files into the list that orders them; a file that did not run keeps its figure. */
export default class DurationReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const durations = Object.entries(readDurations()).filter(([path]) => existsSync(path));
    const ran = modules.filter((module) => module.state() !== 'skipped');
    const measured = ran.map((module): [string, number] => {
      const { duration, collectDuration } = module.diagnostic();
      return [pathInList(module.moduleId), Math.round((duration + collectDuration) / 1000)];
    });
    const all = Object.entries(Object.fromEntries([...durations, ...measured]));
    const listed = all
      .filter(([, seconds]) => seconds >= LISTED_FROM_SECONDS)
      .toSorted(([a], [b]) => a.localeCompare(b));
    writeFileSync(DURATIONS_FILE, `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`);
  }
}
