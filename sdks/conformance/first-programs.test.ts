import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sampleEvent } from '@parley/common/events/sample-events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBlocks } from '../../scripts/read-blocks.ts';
import { installPhp } from './support/install-php.ts';
import { installWheel } from './support/install-python.ts';
import { installPackage } from './support/install-typescript.ts';
import { type Command, ROOT, run } from './support/language.ts';
import { ensureGo } from './support/programs.ts';
import { recordCalls } from './support/record-calls.ts';

const AT = '2026-03-01T10:00:00.000Z';
const ENVELOPE = { id: 'evt_01k0a2b3c4d5', event: 'message.status', instance_id: 'ins_01k0a2b3c4d5', created_at: AT };
const STATUS = {
  ...ENVELOPE,
  data: { ...sampleEvent('message.status', new Date(AT)), message_id: '12', status: 'read' },
};
/** The answer to the send, and to the pull of events. */
const ANSWER = {
  ...{ ok: true, message_id: '12', channel: 'wd', to: '+16505551234' },
  ...{ count: 1, events: [STATUS], next_after: STATUS.id, has_more: false },
};

const inGo = (program: string): string => `package main

import (
	"context"
	"fmt"

	parley "parley.example/sdk"
)

func run(ctx context.Context) error {
${program}}

func main() {
	if err := run(context.Background()); err != nil {
		panic(err)
	}
}
`;

/** Writes the program next to an installed SDK; returns the command that runs it. */
type Prepare = (program: string, folder: string) => Promise<Command>;

const PROGRAMS: readonly [language: string, block: string, Prepare][] = [
  [
    'typescript',
    'ts',
    async (program, folder) => {
      const path = join(await installPackage(folder), 'program.mjs');
      await writeFile(path, program);
      return [process.execPath, path];
    },
  ],
  [
    'python',
    'python',
    async (program, folder) => {
      const path = join(folder, 'program.py');
      await writeFile(path, program);
      return [await installWheel(folder), path];
    },
  ],
  [
    'php',
    'php',
    async (program, folder) => {
      const [php, driver = ''] = await installPhp(folder);
      const home = dirname(driver);
      await writeFile(join(home, 'program.php'), `<?php require '${home}/vendor/parley/sdk/autoload.php';\n${program}`);
      return [php, join(home, 'program.php')];
    },
  ],
  [
    'go',
    'go',
    async (program, folder) => {
      const home = join(folder, 'application');
      await mkdir(home);
      const replaced = `replace parley.example/sdk => ${join(ROOT, 'sdks/go')}\n`;
      await writeFile(join(home, 'go.mod'), `module program\ngo 1.19\nrequire parley.example/sdk v1.0.0\n${replaced}`);
      await writeFile(join(home, 'main.go'), inGo(program));
      const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOWORK: 'off' };
      await run(await ensureGo(), ['build', '-o', 'program', '.'], { cwd: home, env });
      return [join(home, 'program')];
    },
  ],
];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-first-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each(PROGRAMS)(
  'the first program of the README of %s sends a message and prints its status',
  async (language, block, prepare) => {
    const readme = await readFile(join(ROOT, 'sdks', language, 'README.md'), 'utf8');
    const program = readBlocks(readme).find(({ language: of }) => of === block)?.text ?? '';
    let printed = '';
    const calls = await recordCalls(
      async (url) => {
        const [command, ...given] = await prepare(program, folder);
        const env = { ...process.env, PARLEY_BASE_URL: url, PARLEY_API_KEY: 'key' };
        printed = (await run(command, given, { env })).stdout;
      },
      { status: 200, body: ANSWER },
    );
    expect(calls.map(({ action }) => action)).toEqual(['send', 'events']);
    expect(calls[0]?.input).toEqual({ channel: 'wd', to: '+16505551234', message: 'Hello' });
    expect(printed).toBe('read\n');
  },
  240_000,
);
