import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SECRET_GROUPS, type SecretReader } from '@parley/runtime/environment/secret-groups';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const services = readdirSync(`${ROOT}services`);
/**
 * The built program of a process with everything that it imports, except the code that every program has: sentences,
 * and the parser of the environment, which names variables that only others read.
 */
const programOf = (part: string): string =>
  readFileSync(`${ROOT}${services.includes(part) ? 'services' : 'apps'}/${part}/dist/main.js`, 'utf8')
    .replace(/function parseEnvironment[\s\S]*?\n}/, '')
    .replace(/"[^"\n]* [^"\n]*"/g, '');

const reads = (program: string, variable: string): boolean =>
  new RegExp(`\\.${variable}\\b|"${variable}"|\\b${variable}: (?!given)`).test(program);

test.each(Object.entries(SECRET_GROUPS))(
  'the secrets of the group %s are read by its readers, and by no other part',
  (_, { variables, readers }) => {
    const parts = [...services, 'gateway', 'sandbox'];
    const found = parts.filter((part) => {
      const program = programOf(part);
      return variables.some((variable) => reads(program, variable));
    });
    const named: readonly SecretReader[] = readers;
    expect(found.toSorted()).toEqual(named.toSorted());
  },
);
