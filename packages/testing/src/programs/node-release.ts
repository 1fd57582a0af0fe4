import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/node-releases');
const WITHIN_MS = 300_000;
const run = promisify(execFile);

/** The release of Node in the image, which the Dockerfile names. */
async function readImageNode(): Promise<string> {
  const version = /^ARG NODE_IMAGE=node:(\d+\.\d+\.\d+)-/m.exec(await readFile(join(ROOT, 'Dockerfile'), 'utf8'))?.[1];
  if (version === undefined) throw new Error('The Dockerfile names no release of Node.');
  return version;
}

/**
 * The path of the image's Node, from the registry's package for this platform. It is no dependency, so that `npm ci`
 * does not install 190 MB that only one test needs.
 */
export async function ensureImageNode(): Promise<string> {
  const version = await readImageNode();
  const name = `node-${process.platform}-${process.arch}`;
  const folder = join(CACHE, version);
  const program = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(program)) return program;
  await mkdir(folder, { recursive: true });
  const given = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  await run('npm', [...given, `${name}@${version}`], { timeout: WITHIN_MS }).catch((cause: unknown) => {
    throw new Error(`A test needs Node ${version}: ${name} could not be installed from npm's registry.`, { cause });
  });
  return program;
}
