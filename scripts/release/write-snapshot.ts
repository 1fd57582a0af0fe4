import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNRELEASED } from '../compatibility/find-breaches.ts';
import { APIS, BUS, placeInRelease, RELEASES, SCHEMA } from '../compatibility/interfaces.ts';
import { RELEASED, withReleased } from '../migrations/released-migrations.ts';

/** Where a release keeps what later ones are compared with. */
export const SNAPSHOT_PATHS = [RELEASES, RELEASED];

/**
 * Writes the interfaces of a release into its folder, and adds its migrations to the released ones. `api` replaces the
 * version in the documents of the API, which are generated only after the release wrote it.
 */
export function writeSnapshot(root: string, version: string, api?: { old: string; next: string }): void {
  const released = withReleased(root, version);
  const target = (path: string): string => join(root, placeInRelease(version, path));
  rmSync(join(root, RELEASES, version), { recursive: true, force: true });
  mkdirSync(join(root, RELEASES, version), { recursive: true });
  cpSync(join(root, BUS), target(BUS));
  for (const path of APIS) {
    const text = readFileSync(join(root, path), 'utf8');
    writeFileSync(target(path), api ? text.replace(`"version":"${api.old}"`, `"version":"${api.next}"`) : text);
  }
  cpSync(join(root, SCHEMA), target(SCHEMA), { recursive: true });
  writeFileSync(join(root, RELEASED), released);
  rmSync(join(root, UNRELEASED), { force: true });
}
