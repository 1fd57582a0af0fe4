import { execFile, execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const WITHIN_MS = 300_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** A policy that prevents Debian packages from starting their services; an existing policy is kept. */
const SCRIPT = `
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\\nexit 101\\n' > "$policy" && chmod 755 "$policy"
fi
apt-get update && apt-get install -y --no-install-recommends "$1"
`;

/** Installs a Debian package as root, without starting its service. Throws when that is not possible. */
export async function installPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error(`Only root can install ${name}.`);
  // Other test files may install at the same time: apt-get waits for the lock of dpkg, but not for that of its lists.
  const lock = join(tmpdir(), 'parley-install.lock');
  await run('flock', ['--wait', String(WITHIN_MS / 1000), lock, 'sh', '-c', SCRIPT, 'install', name], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: WITHIN_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Ensures that a program runs: it is on the PATH, or root installs the Debian package of its name. */
export async function ensureProgram(name: string): Promise<void> {
  if (isInstalled(name)) return;
  const advice = `Some tests need ${name}: install it (Debian: apt-get install ${name}).`;
  try {
    await installPackage(name);
  } catch (cause) {
    throw new Error(advice, { cause });
  }
  if (!isInstalled(name)) throw new Error(advice);
}
