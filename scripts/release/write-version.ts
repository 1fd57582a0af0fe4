import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.looseObject({ version: z.string() });
/** The part of a lock file that has versions of our own packages. */
interface LockFile {
  version: string;
  packages: Record<string, { version?: string }>;
}

/** Folders with workspaces, and those that are one. `apps/docs` is none, and has the version of the product as well. */
const PARENTS = ['apps', 'packages', 'services'];
const SINGLE = ['.', 'prisma'];
/** Files that name the version of the image in a text, with it as `$`. */
const IMAGES: readonly [path: string, text: string][] = [
  ['docker-compose.yml', 'image: parley:$'],
  ['docker-compose.sandbox.yml', 'image: parley:$'],
  ['deploy/kubernetes/components/pods/kustomization.yaml', 'newTag: $'],
  ['deploy/kubernetes/migrate/kustomization.yaml', 'newTag: $'],
  ['deploy/templates/coolify/parley.yaml', 'parley:$'],
  ['deploy/templates/dokploy/template.toml', 'parley:$'],
  ['deploy/templates/portainer/templates.json', 'parley:$'],
];
/** They have the version of the customer API. */
const API_MANIFESTS = [
  'apps/cli/package.json',
  'integrations/n8n-nodes-parley/package.json',
  'sdks/php/composer.json',
  'sdks/typescript/package.json',
];
/** Files that name that version in a text, with it as `$`. */
const API_TEXTS: readonly [path: string, ...texts: string[]][] = [
  ['apps/cli/README.md', 'parley-cli-$.tgz'],
  ['apps/gateway/src/openapi/make-document.ts', "const VERSION = '$'"],
  ['apps/gateway/src/mcp/answer-message.ts', "version: '$'"],
  ['sdks/conformance/support/install-go.ts', "const VERSION = 'v$'"],
  ['docs/operations/upgrading.md', 'sdks/go/v$', 'tags/v$'],
  ['sdks/go/README.md', 'sdk@v$', 'modules v$`'],
  ['sdks/go/test/go.test.ts', 'sdk v$'],
  ['sdks/php/README.md', 'parley-sdk-$.zip'],
  ['sdks/python/README.md', 'parley_sdk-$-py3'],
  ['sdks/python/pyproject.toml', 'version = "$"'],
  ['sdks/typescript/README.md', 'parley-sdk-$.tgz'],
];
const API_CHANGELOGS = ['go', 'php', 'python', 'typescript'].map((sdk) => `sdks/${sdk}/CHANGELOG.md`);

/** The files of a tree, read and written by their paths. */
interface Files {
  read(path: string): string;
  write(path: string, text: string): void;
}

const filesOf = (root: string): Files => ({
  read: (path) => readFileSync(join(root, path), 'utf8'),
  write: (path, text) => writeFileSync(join(root, path), text),
});

/** The `package.json` files of the product. */
const manifestsOf = (root: string): string[] =>
  [...SINGLE, ...PARENTS.flatMap((parent) => readdirSync(join(root, parent)).map((name) => `${parent}/${name}`))]
    .map((folder) => (folder === '.' ? 'package.json' : `${folder}/package.json`))
    .filter((path) => existsSync(join(root, path)) && !API_MANIFESTS.includes(path));

export const versionOf = (root: string): string =>
  Manifest.parse(JSON.parse(filesOf(root).read('package.json'))).version;
export const apiVersionOf = (root: string): string =>
  Manifest.parse(JSON.parse(filesOf(root).read('sdks/typescript/package.json'))).version;

/** Replaces a text that must be there, wherever it is. */
function replaceText({ read, write }: Files, path: string, old: string, next: string): void {
  const text = read(path);
  if (!text.includes(old)) throw new Error(`${path} does not contain ${old}.`);
  write(path, text.replaceAll(old, next));
}

/** Writes the version of packages into a lock file, by their folders; the root is ''. */
function writeLock({ read, write }: Files, path: string, folders: readonly string[], next: string): void {
  // safe: npm writes it; parsed by a schema, its members would change their order
  const lock = JSON.parse(read(path)) as LockFile;
  for (const folder of folders) {
    const entry = lock.packages[folder];
    if (entry) entry.version = next;
  }
  if (folders.includes('')) lock.version = next;
  write(path, `${JSON.stringify(lock, null, 2)}\n`);
}

function writeManifests(files: Files, paths: readonly string[], old: string, next: string): void {
  for (const path of paths) replaceText(files, path, `"version": "${old}"`, `"version": "${next}"`);
  writeLock(
    files,
    'package-lock.json',
    paths.map((path) => path.replace(/\/?package\.json$/, '')),
    next,
  );
}

/** The minor release of a version, as SECURITY.md names the supported one. */
const minorOf = (version: string): string => version.replace(/\d+$/, 'x');

/** Writes the version of the product into every workspace, the lock file, and the image of Compose, Kubernetes and the panels. */
export function writeVersion(root: string, next: string): void {
  const files = filesOf(root);
  const old = versionOf(root);
  if (old === next) return;
  writeManifests(files, manifestsOf(root), old, next);
  for (const [path, text] of IMAGES) replaceText(files, path, text.replace('$', old), text.replace('$', next));
  if (minorOf(old) !== minorOf(next)) replaceText(files, 'SECURITY.md', `| ${minorOf(old)} |`, `| ${minorOf(next)} |`);
}

/**
 * Writes the version of the customer API into its document, the SDKs, the command line and the nodes for n8n. Throws if
 * the CHANGELOG of an SDK has no section for it.
 */
export function writeApiVersion(root: string, next: string): void {
  const files = filesOf(root);
  const old = apiVersionOf(root);
  for (const path of API_CHANGELOGS)
    if (!files.read(path).includes(`## ${next}\n`)) throw new Error(`${path} has no section ## ${next}.`);
  writeManifests(files, API_MANIFESTS, old, next);
  writeLock(files, 'integrations/n8n-nodes-parley/package-lock.json', [''], next);
  for (const [path, ...texts] of API_TEXTS)
    for (const text of texts) replaceText(files, path, text.replace('$', old), text.replace('$', next));
}
