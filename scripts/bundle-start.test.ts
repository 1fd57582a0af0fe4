import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const Modules = z.record(z.string(), z.array(z.string()));
const PROGRAMS = ['apps/parley', ...readdirSync(`${ROOT}services`).map((name) => `services/${name}`)];

/** The modules of a program and of every file that it imports at its start. */
function modulesAtStart(folder: string): string[] {
  const dist = `${ROOT}${folder}/dist/`;
  const modules = Modules.parse(JSON.parse(readFileSync(`${dist}modules.json`, 'utf8')));
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

// docs/adr/0005-decide-in-typescript.md
test.each(PROGRAMS)('%s starts without the Prisma client, which is loaded at its first call', (folder) => {
  const modules = modulesAtStart(folder);
  expect(modules).toContain('packages/database/src/connect-database.ts');
  expect(modules.filter((path) => path.startsWith('prisma/generated/'))).toEqual([]);
});
