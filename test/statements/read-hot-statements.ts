import { readFileSync } from 'node:fs';
import { ROOT } from './load-statements.ts';

const ADR = 'docs/adr/0018-client-or-statement.md';

/** The statements in the table "Hot statements" of the ADR. */
export function readHotStatements(): string[] {
  const [, section = ''] = readFileSync(ROOT + ADR, 'utf8').split('\n## Hot statements\n');
  const [own = ''] = section.split('\n## ');
  return own
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? []));
}
