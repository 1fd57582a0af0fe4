import { readFileSync } from 'node:fs';
import { ROOT } from './load-statements.ts';

export interface TableOwners {
  /** Services and packages that write the tables. */
  writers: string[];
  tables: string[];
  /** The reason why there is more than one writer. */
  reason: string;
}

const HEADING = '## Who writes which table';
const namesIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []);

/** The table under "Who writes which table" in docs/architecture.md. */
export function readOwners(): TableOwners[] {
  const [, section = ''] = readFileSync(`${ROOT}docs/architecture.md`, 'utf8').split(`${HEADING}\n`);
  const [own = ''] = section.split('\n## ');
  return own
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => {
      const [, writers = '', tables = '', reason = ''] = line.split('|');
      return { writers: namesIn(writers), tables: namesIn(tables), reason: reason.trim() };
    });
}
