// Builds the workspaces that are not built yet. Turbo's own output (telemetry, caches) is shown only when a task fails.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const turbo = join(dirname(createRequire(import.meta.url).resolve('turbo/package.json')), 'bin', 'turbo');

console.log('Building …');
const { status, stdout, stderr, error } = spawnSync(
  process.execPath,
  // A bundler takes 0.5 GB while it works, so there is one for each processor.
  [turbo, 'run', 'compile', '--concurrency=100%', '--output-logs=errors-only', '--ui=stream'],
  {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1', TURBO_NO_UPDATE_NOTIFIER: '1' },
    encoding: 'utf8',
  },
);
if (status !== 0) {
  console.error(error?.message ?? `${stdout}${stderr}`);
  if (/MODULE_NOT_FOUND|Cannot find module/.test(`${stdout}${stderr}`))
    console.error('A package is missing: package-lock.json has changed since the last `npm ci`. Run it again.');
  process.exit(1);
}
