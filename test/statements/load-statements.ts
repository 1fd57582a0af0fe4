import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StatementDescription } from '@parley/database/statements/statement';
import { vi } from 'vitest';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Every source file of services, packages and apps, without tests and generated files; packages first, then services.
 */
export const SOURCES = ['packages', 'services', 'apps']
  .flatMap((folder) =>
    readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .sort(),
  )
  .filter((file) => /^[a-z]+\/[^/]+\/src\/.*\.ts$/.test(file) && !/(\.test|\.d)\.ts$/.test(file));

/** The service or package that a file belongs to: `services/send`. */
export const ownerOf = (file: string): string => file.split('/').slice(0, 2).join('/');

const mayDefine = (file: string): boolean =>
  /^(services\/[^/]+\/src\/(storage\/|.*\.store\.ts$)|packages\/(database|messaging)\/src\/)/.test(file) &&
  !file.endsWith('-main.ts');

/**
 * Loads every file that may define statements; returns the statements, and the owner of each by name. Packages are
 * loaded before the services that import them, and no service imports another, so a new name belongs to the owner of
 * its file. The registry is emptied first, because other tests of this process may have loaded statements.
 */
export async function loadStatements(): Promise<{ statements: StatementDescription[]; owners: Map<string, string> }> {
  vi.resetModules();
  const { definedStatements } = await import('@parley/database/statements/statement');
  const owners = new Map<string, string>();
  for (const file of SOURCES.filter(mayDefine)) {
    await import(`${ROOT}${file}`);
    for (const { name } of definedStatements()) if (!owners.has(name)) owners.set(name, ownerOf(file));
  }
  return { statements: definedStatements(), owners };
}
