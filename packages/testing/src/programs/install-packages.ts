import { execFile } from 'node:child_process';
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
apt-get update && apt-get install -y --no-install-recommends "$@"
`;

/** Installs Debian packages as root, without starting their services. Throws when that is not possible. */
export async function installPackages(...names: readonly string[]): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error(`Only root can install ${names.join(', ')}.`);
  // Other test files may install at the same time: apt-get waits for the lock of dpkg, but not for that of its lists.
  const lock = join(tmpdir(), 'parley-install.lock');
  await run('flock', ['--wait', String(WITHIN_MS / 1000), lock, 'sh', '-c', SCRIPT, 'install', ...names], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: WITHIN_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
  });
}
