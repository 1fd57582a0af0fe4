import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BUNDLER = fileURLToPath(new URL('../../../../scripts/bundle.mjs', import.meta.url));
/** Packages outside a bundle are resolved from the folder of the bundle. */
const PARENT = fileURLToPath(new URL('../../dist/', import.meta.url));
const bundles = new Map<string, string>();

function bundle(program: string): string {
  mkdirSync(PARENT, { recursive: true });
  const out = mkdtempSync(join(PARENT, 'program-'));
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  const { status, stderr } = spawnSync(process.execPath, [BUNDLER, program, '--out', out], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} could not be bundled: ${stderr}`);
  return join(out, basename(program).replace(/\.ts$/, '.js'));
}

/**
 * Bundles a program of the tests or the bench like the product, once per process, and returns the bundle's path: from
 * its sources a service takes more than twice as long to start.
 */
export function bundleProgram(program: URL): string {
  const path = fileURLToPath(program);
  const bundled = bundles.get(path) ?? bundle(path);
  bundles.set(path, bundled);
  return bundled;
}
