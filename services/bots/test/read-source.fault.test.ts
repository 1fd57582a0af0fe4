import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pollUntil } from '@parley/testing/poll-until';
import { expect, test } from 'vitest';
import { getKnowledge } from '../src/knowledge/get-knowledge.ts';
import { makePdf, pack } from './make-pdf.ts';
import { START } from './open-bots.ts';
import { openKnowledge } from './open-knowledge.ts';

// docs/reference/bots.md#reading

const PROGRAM = fileURLToPath(new URL('./reader-process.ts', import.meta.url));
const LEASE_MS = 120_000;

const childrenOf = async (pid: number): Promise<string[]> => {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return listed.split(' ').filter((child) => child !== '');
};

test('a source whose readers are killed is read by the next one, and no process outlives its reader', async () => {
  await using shop = await openKnowledge();
  const slow = makePdf({ pages: [pack('BT (a) Tj ET ', 20_000_000)], filter: '/Filter /FlateDecode' });
  const { id } = await shop.add({ kind: 'pdf', title: 'Slow', pdf: slow.toString('base64') });
  for (let round = 0; round < 2; round++) {
    const at = new Date(START.getTime() + round * LEASE_MS);
    const reader = spawn(process.execPath, ['--import', 'tsx', '--conditions=source', PROGRAM, at.toISOString()], {
      env: { ...process.env, DATABASE_URL: shop.database.url },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [child = ''] = await pollUntil(
      async () => {
        const children = await childrenOf(reader.pid ?? 0);
        return children.length > 0 ? children : null;
      },
      { what: () => 'the process that reads the source' },
    );
    const exited = once(reader, 'exit');
    reader.kill('SIGKILL');
    await exited;
    await pollUntil(() => (existsSync(`/proc/${child}`) ? null : true), { what: () => `the end of process ${child}` });
    shop.pass(LEASE_MS);
  }
  const { prisma } = shop.database.db;
  expect(await prisma.knowledgeSource.findFirst({ select: { attempts: true } })).toEqual({ attempts: 2 });
  expect(await shop.readSource()).toBe(true);
  expect(await getKnowledge(shop.service, { ...shop.bot, source: id })).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^Reading this PDF took too (?:long|much memory)\./),
  });
  expect(await shop.readSource()).toBe(false);
}, 120_000);
