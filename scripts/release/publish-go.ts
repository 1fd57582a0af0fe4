import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { git, hasTag, pushTag, sdkVersion } from './git-tags.ts';

// node scripts/release/publish-go.ts: the Go module is a tag of this repository, sdks/go/vX.Y.Z. Its commit is the release
// with the repository's address as the module's path; a proxy of modules stores it when it is asked for the first time.

const IN_TREE = 'parley.example/sdk';
const FOLDER = 'sdks/go';
const MODULE = /^[\w.-]+(?:\/[\w.-]+)*\/sdks\/go$/;
const PROXY_WITHIN_MS = 300_000;

/** The tree of HEAD with another path of the module. */
function renameModule(module: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-go-'));
  const env = { GIT_INDEX_FILE: join(folder, 'index') };
  try {
    git(['read-tree', 'HEAD'], { env });
    for (const path of git(['grep', '-l', '--fixed-strings', IN_TREE, 'HEAD', '--', FOLDER]).split('\n')) {
      const file = path.replace(/^HEAD:/, '');
      const input = `${git(['show', `HEAD:${file}`]).replaceAll(IN_TREE, module)}\n`;
      const blob = git(['hash-object', '-w', '--stdin'], { input });
      git(['update-index', '--cacheinfo', `100644,${blob},${file}`], { env });
    }
    return git(['write-tree'], { env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A proxy writes a capital letter as an exclamation mark and the small one. */
const escapePath = (path: string): string => path.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);

async function askProxy(module: string, version: string): Promise<void> {
  const address = `${process.env.GO_PROXY || 'https://proxy.golang.org'}/${escapePath(module)}/@v/v${version}.info`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(PROXY_WITHIN_MS) });
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${(await answer.text()).slice(0, 1000)}`);
  console.log(`${module} v${version} is on the proxy.`);
}

try {
  const module = process.env.GO_MODULE ?? '';
  if (!MODULE.test(module))
    throw new Error(
      `PARLEY_GO_MODULE is ${module}: use the repository and ${FOLDER}, such as host/owner/parley/${FOLDER}.`,
    );
  const version = sdkVersion();
  const tag = `${FOLDER}/v${version}`;
  if (hasTag(tag)) console.log(`${tag} is published already.`);
  else pushTag(tag, renameModule(module), [git(['rev-parse', 'HEAD'])], `Release ${module} v${version}`);
  await askProxy(module, version);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
