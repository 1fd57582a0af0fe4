import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findManifestProblems } from './find-manifest-problems.ts';
import { readCodeFacts } from './read-code-facts.ts';
import { readPods, servicesOf } from './read-pods.ts';
import { type Manifest, readYaml, renderKustomize } from './render-kustomize.ts';
import { validateManifest } from './validate-manifest.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, 'deploy/kubernetes');
const OVERLAYS = ['overlays/small', 'overlays/large'];

const code = readCodeFacts(ROOT);

/** An overlay runs every service of the repository in one kind of process. */
function findHostingProblems(objects: readonly Manifest[]): string[] {
  const hosted = readPods(objects).flatMap(servicesOf).toSorted();
  const wanted = code.services.toSorted();
  return hosted.join() === wanted.join() ? [] : [`runs ${hosted.join()} instead of ${wanted.join()}`];
}

const problems: string[] = [];
for (const path of readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }))
  if (path.endsWith('.yaml')) readYaml(join(FOLDER, path));
for (const folder of [...OVERLAYS, 'migrate']) {
  const objects = renderKustomize(join(FOLDER, folder));
  const found = objects.flatMap((one) =>
    validateManifest(one).map((problem) => `${one.kind} ${one.metadata.name}: ${problem}`),
  );
  // Objects of another form cannot be read further.
  if (found.length === 0) found.push(...findManifestProblems(objects, code));
  if (found.length === 0 && OVERLAYS.includes(folder)) found.push(...findHostingProblems(objects));
  problems.push(...found.map((problem) => `deploy/kubernetes/${folder}: ${problem}`));
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  console.log('Every manifest is valid.');
}
