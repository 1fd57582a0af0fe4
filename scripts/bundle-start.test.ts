import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const Modules = z.record(z.string(), z.array(z.string()));
const PROGRAMS = ['apps/parley', ...readdirSync(`${ROOT}services`).map((name) => `services/${name}`)];

const readModules = (folder: string) =>
  Modules.parse(JSON.parse(readFileSync(`${ROOT}${folder}/dist/modules.json`, 'utf8')));

/** The modules of a program and of every file that it imports at its start. */
function modulesAtStart(folder: string): string[] {
  const dist = `${ROOT}${folder}/dist/`;
  const modules = readModules(folder);
  const read = new Set<string>();
  const readFrom = (file: string): void => {
    if (read.has(file)) return;
    read.add(file);
    const imports = readFileSync(`${dist}${file}`, 'utf8').matchAll(/^(?:import|export)\b[^;]*?"\.\/([^"]+)";/gm);
    for (const [, imported = ''] of imports) readFrom(imported);
  };
  readFrom('main.js');
  return [...read].flatMap((file) => modules[file] ?? []);
}

// docs/adr/0018-client-or-statement.md
test.each(PROGRAMS)('%s starts without the Prisma client, which is loaded at its first call', (folder) => {
  const modules = modulesAtStart(folder);
  expect(modules).toContain('packages/database/src/connection/connect-database.ts');
  expect(modules.filter((path) => path.startsWith('prisma/generated/'))).toEqual([]);
});

test.each([
  ['the doctor', 'apps/parley/src/doctor/run-doctor.ts'],
  ['creating backups', 'apps/parley/src/backup/create-backup.ts'],
  ['answers of the MCP server', 'apps/gateway/src/mcp/answer-message.ts'],
])('`npm start` does not load the module for %s before its first use', (_what, path) => {
  expect(Object.values(readModules('apps/parley')).flat()).toContain(path);
  expect(modulesAtStart('apps/parley')).not.toContain(path);
});
