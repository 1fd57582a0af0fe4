import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const Modules = z.record(z.string(), z.array(z.string()));
const Package = z.object({ license: z.string().optional() });
const Scripts = z.object({ scripts: z.record(z.string(), z.string()).default({}) });

const readJson = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

/** The folders of the workspaces whose build bundles programs. */
const bundled = ['apps', 'packages', 'services']
  .flatMap((parent) => readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`))
  .filter((folder) =>
    Scripts.parse(readJson(`${folder}/package.json`)).scripts.compile?.includes('scripts/bundle.mjs'),
  );

const licences = new Map<string, string>();

/** The licence of the nearest package that names one. The root's own files have the root's licence. */
function licenceOf(folder: string): string {
  const known = licences.get(folder);
  if (known !== undefined) return known;
  const file = join(folder, 'package.json');
  const named = existsSync(join(ROOT, file)) ? Package.parse(readJson(file)).license : undefined;
  const licence = named ?? licenceOf(dirname(folder));
  licences.set(folder, licence);
  return licence;
}

/** Real modules of every file that the build of a workspace wrote. */
const modulesOf = (folder: string): string[] =>
  Object.values(Modules.parse(readJson(`${folder}/dist/modules.json`)))
    .flat()
    .filter((id) => existsSync(join(ROOT, id)));

const gplModulesOf = (folder: string): string[] =>
  modulesOf(folder).filter((id) => /GPL/.test(licenceOf(dirname(id))) || /(^|\/)(baileys|libsignal)\//.test(id));

test.each(bundled.filter((folder) => licenceOf(folder) === 'Apache-2.0'))(
  'the bundles of %s, which is Apache-2.0, contain their own code and none under the GPL',
  (folder) => {
    expect(modulesOf(folder)).toContainEqual(expect.stringContaining(`${folder}/src/`));
    expect(gplModulesOf(folder)).toEqual([]);
  },
);

test('the bundles that combine everything contain code under the GPL, so that the check above can fail', () => {
  expect(gplModulesOf('apps/parley')).toContain('apps/sandbox/src/start-sandbox.ts');
  expect(gplModulesOf('services/pairing')).toContain('services/pairing/src/main.ts');
});

test('no bundle holds the client of linked devices or libsignal', () => {
  for (const folder of bundled)
    expect(
      modulesOf(folder).filter((id) => /(^|\/)(baileys|libsignal)\//.test(id)),
      folder,
    ).toEqual([]);
});
