import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const SCALAR_VERSION = '1.76.0';
/** SHA-512 of the package, as the registry lists it. */
const INTEGRITY = 'pjqwnzmA9YK3ZX+IZSICMsywm4qI6HLSngR2py9H6TvFApHHuJjkTAd+gFJfnqJDzJuro8k7ji6JCtJ2U+Byng==';
const BUNDLE = 'package/dist/browser/standalone.js';
const NOTICE = `/* @scalar/api-reference ${SCALAR_VERSION}, MIT licence, https://github.com/scalar/scalar */\n`;

/**
 * The library of the API reference as one script. Only this file of the package is used, so its 200 MB of dependencies
 * are not installed (docs/adr/0012-documentation-site.md). npm keeps the package in its cache for the next build.
 */
export async function fetchScalar(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-scalar-'));
  try {
    const spec = `@scalar/api-reference@${SCALAR_VERSION}`;
    const given = ['pack', spec, '--silent', '--prefer-offline', '--pack-destination', folder];
    const archive = join(folder, execFileSync('npm', given, { encoding: 'utf8' }).trim());
    const found = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (found !== INTEGRITY) throw new Error(`@scalar/api-reference ${SCALAR_VERSION} has another checksum: ${found}.`);
    execFileSync('tar', ['-xzf', archive, '-C', folder, BUNDLE]);
    return NOTICE + (await readFile(join(folder, BUNDLE), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
