import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const POLICY = '/usr/sbin/policy-rc.d';
const WITHIN_MS = 300_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** Installs a package of Debian as root, without starting a service of its own. Throws where that is not possible. */
export async function installPackage(name: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error(`Only root can install ${name}.`);
  const hadPolicy = existsSync(POLICY);
  try {
    // A policy that is there already decides.
    if (!hadPolicy) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    // Other test files may be at it: apt-get waits for dpkg, but not for its own lists.
    const install = `apt-get update && apt-get install -y --no-install-recommends ${name}`;
    const lock = join(tmpdir(), 'parley-install.lock');
    await run('flock', ['--wait', String(WITHIN_MS / 1000), lock, 'sh', '-c', install], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      timeout: WITHIN_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
    });
  } finally {
    if (!hadPolicy) rmSync(POLICY, { force: true });
  }
}
