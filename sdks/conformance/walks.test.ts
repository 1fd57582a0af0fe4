import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, isAbsolute, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packGo } from './support/install-go.ts';
import { packPhp } from './support/install-php.ts';
import { packPython } from './support/install-python.ts';
import { ROOT } from './support/language.ts';
import { packTypescript } from './support/pack-typescript.ts';
import { ensureGo, ensurePhp, ensurePython } from './support/programs.ts';
import { countCommands, readWalk, WALKS, type Walk } from './support/walks.ts';

const MOST_COMMANDS = 5;
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** Nothing is loaded. */
const OFFLINE = { npm_config_offline: 'true', PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1', GOWORK: 'off' };

/** How the archive of an SDK gets where its README says that it is, beside the empty folder. */
const PACK: Record<Walk, (beside: string) => Promise<unknown>> = {
  typescript: async (beside) => writeFile(join(beside, 'parley-sdk-1.0.0.tgz'), await packTypescript()),
  python: packPython,
  php: packPhp,
  go: (beside) => packGo(join(beside, 'modules')),
};
const ENSURE: Record<Walk, () => Promise<string>> = {
  typescript: async () => 'node',
  python: ensurePython,
  php: ensurePhp,
  go: ensureGo,
};

let beside: string;
beforeEach(async () => {
  beside = await mkdtemp(join(tmpdir(), 'parley-walk-'));
});
afterEach(() => rm(beside, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

/** Makes a command that runs a program; returns its folder. */
async function makeCommand(name: string, program: string): Promise<string> {
  const folder = join(beside, 'bin', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\nexec ${program} "$@"\n`);
  await chmod(join(folder, name), 0o755);
  return folder;
}

/** Kills a shell and the programs that it left running. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All have ended.
  }
}

test.each(WALKS)(
  'the README of %s leads from an empty folder to a verified webhook by few commands',
  async (language) => {
    const walk = readWalk(language);
    expect(countCommands(walk)).toBeLessThanOrEqual(MOST_COMMANDS);
    await PACK[language](beside);
    const program = await ENSURE[language]();
    const path = [await makeCommand('parley', `${process.execPath} ${join(ROOT, 'apps/cli/dist/cli.js')}`)];
    if (isAbsolute(program)) path.push(await makeCommand(basename(program), program));
    const folder = join(beside, 'hook');
    await mkdir(folder);
    const lines = walk
      .replaceAll('whsec_…', SECRET)
      .replaceAll('3000', String(await freePort()))
      .replaceAll('file:///path/to/modules', pathToFileURL(join(beside, 'modules')).href)
      .split('\n');
    // A person repeats the last command when the program was not ready yet.
    const script = `set -e\n${lines.slice(0, -1).join('\n')}\nuntil ${lines.at(-1)}; do sleep 1; done\n`;
    const shell = spawn('bash', ['-c', script], {
      cwd: folder,
      detached: true,
      env: {
        ...process.env,
        ...OFFLINE,
        GOMODCACHE: join(beside, 'cache'),
        GOFLAGS: '-modcacherw',
        PATH: [...path, process.env.PATH].join(delimiter),
      },
    });
    let said = '';
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (said += chunk));
    try {
      await pollUntil(() => said.includes('Verified: message.received') || null, {
        deadlineMs: 120_000,
        what: () => `a verified webhook; it said:\n${said}`,
      });
    } finally {
      endGroup(shell);
    }
  },
  240_000,
);
