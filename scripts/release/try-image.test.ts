import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

// With a program in place of docker that reports one state of health after the other.
const SCRIPT = fileURLToPath(new URL('./try-image.sh', import.meta.url));
const DOCKER = `#!/bin/sh
set -eu
case "$1" in
  run) echo c1 ;;
  inspect) head -1 "$STATE/health"; sed -i '1{$!d}' "$STATE/health" ;;
  logs) echo "PostgreSQL did not start" ;;
  rm) echo "$4" >> "$STATE/removed" ;;
esac
`;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'parley-try-'));
  writeFileSync(join(directory, 'docker'), DOCKER);
  chmodSync(join(directory, 'docker'), 0o755);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test.each([
  ['starts', 'starting\nstarting\nhealthy\n', 0, 'parley:candidate is healthy.\n'],
  ['fails', 'starting\nunhealthy\n', 1, 'PostgreSQL did not start\nparley:candidate is unhealthy.\n'],
  ['hangs', 'starting\n', 1, 'PostgreSQL did not start\nparley:candidate is starting.\n'],
])('an image that %s is reported, and its container is removed', (_, health, expected, output) => {
  writeFileSync(join(directory, 'health'), health);
  const { status, stdout, stderr } = spawnSync(SCRIPT, ['parley:candidate'], {
    encoding: 'utf8',
    env: { PATH: `${directory}:${process.env.PATH}`, STATE: directory, ATTEMPTS: '5', WAIT_SECONDS: '0' },
  });
  expect([status, stdout + stderr]).toEqual([expected, output]);
  expect(readFileSync(join(directory, 'removed'), 'utf8')).toBe('c1\n');
});
