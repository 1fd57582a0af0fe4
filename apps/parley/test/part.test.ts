import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PART = fileURLToPath(new URL('../dist/part.js', import.meta.url));

const run = (...words: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [PART, ...words], { encoding: 'utf8' });
  return { status, said: stderr };
};

test('a process without services, or with a service that does not exist, names those that do', () => {
  const names =
    'accounts, send, inbound, inbox, files, channel-connect, comments, notifications, webhook-delivery, bots, pairing';
  expect(run()).toEqual({ status: 2, said: `--services is missing: a list of ${names}.\n` });
  expect(run('--services', 'send,mail')).toEqual({
    status: 2,
    said: `There is no service mail; there are ${names}.\n`,
  });
  expect(run('--name', 'mail')).toEqual({ status: 2, said: `There is no service mail; there are ${names}.\n` });
});
