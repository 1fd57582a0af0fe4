import { spawn } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@parley/testing/poll-until';
import { expect } from 'vitest';
import { type FirstStart, runShell } from '../system/first-start.ts';
import { readTutorial } from './read-tutorial.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The shop of the tutorial, running. */
interface Shop {
  output(): string;
  stop(): Promise<void>;
}

function startShop(script: string, directory: string): Shop {
  let output = '';
  // A separate group: the shell and the program end together.
  const child = spawn('bash', ['-c', script], { cwd: directory, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    output: () => output,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

/**
 * Runs docs/tutorials/order-by-buttons.md with these ports against a Parley that keeps its data in `directory`, and
 * compares what is printed with the page.
 */
export async function runOrderTutorial(
  directory: string,
  ports: Readonly<Record<8080 | 8090 | 3000, number>>,
  parley: Pick<FirstStart, 'output'>,
): Promise<void> {
  for (const name of ['examples', 'node_modules']) await symlink(join(ROOT, name), join(directory, name));
  const [start, ...steps] = await readTutorial('tutorials/order-by-buttons.md', ports);
  expect(start?.script).toBe('npm ci\nnpm start\n');
  let shop: Shop | null = null;
  const shopOutput = (): string => shop?.output() ?? '';
  try {
    for (const { script, answer, line } of steps) {
      if (script.includes('order-by-buttons.ts')) shop = startShop(script, directory);
      else {
        const printed = JSON.parse(await runShell(script, directory));
        if (answer !== null) expect(printed, script).toMatchObject(Object(answer));
      }
      if (line !== null)
        await pollUntil(async () => shopOutput().split('\n').includes(line) || null, {
          what: () => `“${line}”; the shop said:\n${shopOutput()}\nand Parley:\n${parley.output()}`,
        });
    }
    expect(shopOutput().split('\n').filter(Boolean)).toEqual(steps.flatMap(({ line }) => line ?? []));
  } finally {
    await (shop as Shop | null)?.stop();
  }
}
