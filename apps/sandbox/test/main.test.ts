import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

it.each([
  ['without PARLEY_SANDBOX', {}],
  ['with PARLEY_SANDBOX=false', { PARLEY_SANDBOX: 'false' }],
])('the sandbox does not start %s, and says what it needs', (_name, variables) => {
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, PARLEY_SANDBOX_PORT: '0', ...variables },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect([status, stderr]).toEqual([2, expect.stringContaining('PARLEY_SANDBOX=true')]);
});
