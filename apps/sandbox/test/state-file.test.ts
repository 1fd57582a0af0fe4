import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pollUntil } from '@parley/testing/poll-until';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandbox } from './open-sandbox.ts';

// The memory of the sandbox in a directory (docs/operations/sandbox.md#what-a-restart-keeps).
const CHAT = 4_000_001;
let directory: string;
let box: Awaited<ReturnType<typeof openSandbox>>;
let said: string[];

const open = async (): Promise<void> => {
  said = [];
  box = await openSandbox({ stateDirectory: directory, say: (sentence) => said.push(sentence) });
};
const reopen = async (): Promise<void> => {
  await box.close();
  await open();
};
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-sandbox-'));
  await open();
});
afterEach(async () => {
  await box.close();
  await rm(directory, { recursive: true });
});

const file = (): string => join(directory, 'state.bin');
const write = (text: string) => box.call('POST', `/sandbox/customers/tg/${CHAT}/messages`, { text });
const answer = () => box.telegram('sendMessage', { chat_id: CHAT, text: 'hello' });

test('a person who wrote to the bot can be answered after a restart, and ids continue', async () => {
  expect((await answer()).body).toMatchObject({ ok: false });
  const { body: before } = await write('hi');
  expect(before.ok).toBe(true);
  const { body: first } = await answer();
  await reopen();
  expect(box.sandbox.restored).toBe(true);
  const { body: second } = await answer();
  expect(second.ok).toBe(true);
  expect(second.result.message_id).toBeGreaterThan(first.result.message_id);
  expect((await box.sandbox.driver.calls({ channel: 'tg', to: String(CHAT) })).sends).toHaveLength(2);
});

test('webhooks, pages, tokens, templates and settings are kept', async () => {
  const url = `${box.callbackOrigin}/hooks/tg/1`;
  await box.telegram('setWebhook', { url, secret_token: 'tok-1' });
  await box.call('POST', '/sandbox/accounts/fb', { id: '77001', name: 'Kept page' });
  await box.sandbox.driver.changeSettings({ window: 'off' });
  const waba = '102290129340398';
  const { body: made } = await box.graph('POST', `/${waba}/message_templates`, {
    name: 'kept_one',
    language: 'en',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Kept.' }],
  });
  const pagesOf = async () => (await box.call('GET', '/sandbox/state')).body.accounts.fb;
  const pages = await pagesOf();
  await reopen();
  expect((await box.telegram('getWebhookInfo')).body.result.url).toBe(url);
  expect(await pagesOf()).toEqual(pages);
  expect((await box.telegram('sendMessage', { chat_id: 99, text: 'unasked' })).body.ok).toBe(true);
  const { body: listed } = await box.graph('GET', `/${waba}/message_templates?limit=100`);
  expect(listed.data).toContainEqual(expect.objectContaining({ id: made.id, name: 'kept_one' }));
});

test('profiles of people with phones are kept', async () => {
  const picture = Buffer.from('a picture').toString('base64');
  const ann = { number: '15550009', about: 'Open', hides_profile: true };
  await box.sandbox.driver.devices.putPhone({ ...ann, picture });
  const shown = () => box.sandbox.driver.devices.profile(ann.number);
  const before = await shown();
  expect(before).toMatchObject({ about: 'Open', picture, hides_profile: true, blocked: [] });
  await reopen();
  expect(await shown()).toEqual(before);
});

test('a killed sandbox leaves its saved state: the file is complete at every moment', async () => {
  await write('hi');
  const sentence = await pollUntil(async () => readFile(file()).catch(() => null), { what: () => 'the state file' });
  // A second sandbox on a copy, while the first one runs, has the state that a kill leaves.
  const copy = await mkdtemp(join(tmpdir(), 'parley-sandbox-'));
  await writeFile(join(copy, 'state.bin'), sentence);
  const other = await openSandbox({ stateDirectory: copy });
  expect((await other.telegram('sendMessage', { chat_id: CHAT, text: 'hello' })).body.ok).toBe(true);
  await other.close();
  await rm(copy, { recursive: true });
});

test.each([
  ['of another version', 'parley-sandbox 0\nanything'],
  ['of no version', ''],
  ['that is cut', 'parley-sandbox 1\n\u00ff'],
])('a file %s is renamed with a printed sentence, and the sandbox starts empty', async (_what, contents) => {
  await box.close();
  await writeFile(file(), contents);
  await open();
  expect(box.sandbox.restored).toBe(false);
  expect(said).toEqual([
    `The sandbox cannot read ${file()}, which another version wrote: it is now ${file()}.old, and the sandbox starts anew.`,
  ]);
  expect(await readFile(`${file()}.old`, 'utf8')).toBe(contents);
  expect((await write('hi')).body.ok).toBe(true);
});

test('nothing is written without a directory', async () => {
  const other = await openSandbox();
  await other.telegram('getMe');
  await other.close();
  expect(other.sandbox.restored).toBe(false);
  expect(await readdir(directory)).toEqual([]);
});

test('the file has a bound: only the newest of many people are kept', async () => {
  for (let person = 1; person <= 2100; person += 300)
    await Promise.all(
      Array.from({ length: 300 }, (_, nth) =>
        box.call('PUT', `/sandbox/customers/tg/${person + nth}`, { name: 'x'.repeat(20) }),
      ),
    );
  await reopen();
  const { body } = await box.call('GET', '/sandbox/state');
  expect(body.totals.customers).toBe(2000);
});
