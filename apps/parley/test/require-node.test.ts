import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SCRIPT = fileURLToPath(new URL('../../../scripts/require-node.mjs', import.meta.url));

/** Runs the check as that version of Node would. */
function checkAs(version: string) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  return spawnSync(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, SCRIPT], {
    encoding: 'utf8',
  });
}

test.each(['16.20.2', '18.20.8', '20.18.3'])('Node %s is refused in one sentence that says what to do', (version) => {
  const { status, stderr } = checkAs(version);
  expect(status).toBe(1);
  expect(stderr).toBe(
    `Parley needs Node 20.19 or newer, and this is Node ${version}: install a newer one from https://nodejs.org and run \`npm ci\` again.\n`,
  );
});

test.each(['20.19.0', '22.12.0', '24.1.0'])('Node %s is accepted', (version) => {
  expect(checkAs(version)).toMatchObject({ status: 0, stderr: '' });
});
