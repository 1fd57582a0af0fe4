import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHANNELS } from '@parley/common/channels';
import { send } from '@parley/common/contracts/messages/send';
import { makeSandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { pollUntil } from '@parley/testing/poll-until';
import { reservePorts } from '@parley/testing/servers/reserve-ports';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type FirstStart, runShell, startFirst } from '../support/system/first-start.ts';
import { needsProviderKey, PLAIN_PAGES, readTutorial } from '../support/tutorial/read-tutorial.ts';
import { runFirstProgram } from '../support/tutorial/run-first-program.ts';
import { runOrderTutorial } from '../support/tutorial/run-order-tutorial.ts';

const START_WITHIN_MS = 120_000;
/** The demo's minute, the poll every 15 s, the grouping of notifications, and a busy machine. */
const UNATTENDED_WITHIN_MS = 240_000;
const READY = 'Ctrl-C drains and stops.';
const CLI = fileURLToPath(new URL('../../apps/parley/dist/cli.js', import.meta.url));

let directory: string;
let variables: Record<string, string>;
let port: number;
let shopPort: number;
let sandboxPorts: number[];
let parley: FirstStart;

beforeAll(async () => {
  [port = 0, shopPort = 0, ...sandboxPorts] = await reservePorts(4);
  directory = await mkdtemp(join(tmpdir(), 'parley-first-'));
  variables = {
    PARLEY_DATA_DIR: join(directory, '.parley'),
    PARLEY_PORT: String(port),
    PARLEY_SANDBOX_PORT: String(sandboxPorts[0]),
    PARLEY_METRICS_PORT: '',
    LOG_LEVEL: 'warn',
  };
  parley = startFirst(variables);
  await parley.says(READY);
  await raiseRateLimit();
}, START_WITHIN_MS);

afterAll(async () => {
  await parley.stop();
  await rm(directory, { recursive: true, force: true });
}, START_WITHIN_MS);

const printedLines = (): string[] => parley.output().match(/^curl .*$/gm) ?? [];

const Channels = z.object({ channels: z.array(z.object({ channel: z.string(), status: z.string() })) });

async function connectedChannels(): Promise<string[]> {
  const demo = JSON.parse(await readFile(join(directory, '.parley/demo.json'), 'utf8'));
  const answer = await request(`http://127.0.0.1:${port}/demo/api/messaging/?action=channels`, {
    headers: { authorization: `Bearer ${demo.apiKey}` },
  });
  const { channels } = Channels.parse(await answer.body.json());
  return channels.filter(({ status }) => status === 'connected').map(({ channel }) => channel);
}

const Accounts = z.object({ items: z.array(z.object({ channel: z.string(), account_id: z.number() })) });

/** A list of the operator API about the demo. */
async function askOperator(list: 'bots' | 'channels'): Promise<unknown> {
  const { adminToken } = JSON.parse(await readFile(join(directory, '.parley/secrets.json'), 'utf8'));
  const answer = await request(`http://127.0.0.1:${port}/api/admin/tenants/demo/${list}`, {
    headers: { authorization: `Bearer ${adminToken}` },
  });
  return answer.body.json();
}

/** A report of a connection, or of a part that starts, that is later than its timeout. */
const LATE = /timeout exceeded when trying to connect|"reason":"timeout"|did not answer in \d+ ms/;

/** Expects no line of the log in the output, except those of a starved machine. */
function expectPlainLines(): void {
  const lines = parley.output().split('\n');
  const logged = lines.filter((line) => line.includes('{"level"') && !LATE.test(line)).join('\n');
  expect(logged).toBe('');
}

test('the demo connects all six channels and prints plain lines only', async () => {
  expect((await connectedChannels()).sort()).toEqual([...CHANNELS].sort());
  expectPlainLines();
});

test('every printed command works when copied, and its signed webhooks are printed', async () => {
  const lines = printedLines();
  expect(lines).toHaveLength(5);
  for (const line of lines) expect(JSON.parse(await runShell(line, directory))).toMatchObject({ ok: true });
  for (const event of ['message.sent', 'message.status', 'message.received', 'comment.received', 'bot-message'])
    await parley.says(`webhook ${event} (signature verified)`);
  await pollUntil(async () => /message\.sent.*"channel":"wd"/.test(parley.output()) || null, {
    what: () => `the linked device to send; it said:\n${parley.output()}`,
  });
});

test('the bot of the demo answers on Telegram, and nowhere else', async () => {
  const shown = /webhook bot-message \(signature verified\): (.*)/.exec(parley.output())?.[1] ?? '{}';
  expect(JSON.parse(shown)).toMatchObject({
    event: 'bot-message',
    tenant: 'demo',
    data: {
      channel: 'tg',
      text: expect.stringContaining('We are open from Sunday to Thursday, 09:00 to 17:00.'),
      bot: { name: 'Demo bot' },
      usage: { provider: 'openai' },
      handed_over: false,
    },
  });
  await parley.says('"text":"When are you open?"');
  const channels = Accounts.parse(await askOperator('channels')).items;
  const telegram = channels.filter(({ channel }) => channel === 'tg').map(({ account_id: id }) => id);
  expect(await askOperator('bots')).toMatchObject({ items: [{ name: 'Demo bot', accounts: telegram }] });
  expect(telegram).toHaveLength(1);
});

/** A reader takes longer than a minute for all pages; here they run within the minute of the key's rate limit. */
async function raiseRateLimit(): Promise<void> {
  const { adminToken } = JSON.parse(await readFile(join(directory, '.parley/secrets.json'), 'utf8'));
  const { instanceId } = JSON.parse(await readFile(join(directory, '.parley/demo.json'), 'utf8'));
  const { statusCode } = await request(`http://127.0.0.1:${port}/api/admin/tenants/demo/keys/${instanceId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ rate_limit_per_minute: 600 }),
  });
  expect(statusCode).toBe(200);
}

test.each(PLAIN_PAGES)('every command of docs/%s works and returns the answer that it shows', async (page) => {
  const ports = { 8080: port, 8090: sandboxPorts[0] ?? 0 };
  const [start, definitions, ...steps] = await readTutorial(page, ports);
  expect(start?.script).toBe('npm ci\nnpm start\n');
  expect(steps.length).toBeGreaterThan(0);
  for (const { script, answer } of steps) {
    const printed = JSON.parse(await runShell(`${definitions?.script}${script}`, directory));
    expect(printed, script).toMatchObject(Object(answer));
  }
});

test('every command of docs/how-to/run-a-bot.md that needs no provider key works', async () => {
  const cli = `parley() { PARLEY_DATA_DIR=.parley PARLEY_URL=http://127.0.0.1:${port} node ${CLI} "$@" --json; }\n`;
  const steps = (await readTutorial('how-to/run-a-bot.md', { 8080: port })).filter(
    ({ script }) => !needsProviderKey(script),
  );
  const [create, ...updates] = steps;
  const made = z.object({ id: z.string() }).parse(JSON.parse(await runShell(cli + create?.script, directory)));
  expect(updates.length).toBeGreaterThanOrEqual(2);
  for (const { script } of updates) {
    const printed = JSON.parse(await runShell(cli + script.replace('bot_1', made.id), directory));
    expect(printed, script).toMatchObject({ id: made.id });
  }
  await runShell(`${cli}parley bots delete demo ${made.id}`, directory);
});

test('the first programs and requests of the pages send a message to a person who has not written', async () => {
  const { apiKey } = JSON.parse(await readFile(join(directory, '.parley/demo.json'), 'utf8'));
  const baseUrl = `http://127.0.0.1:${port}/demo/api/messaging/`;
  const accepted = { ok: true, message_id: expect.stringMatching(/^\d+$/) };
  for (const page of ['docs/index.md', 'README.md'])
    expect(await runFirstProgram(page, { baseUrl, apiKey }), page).toMatchObject(accepted);
  const readPage = (page: string) => readFile(new URL(`../../${page}`, import.meta.url), 'utf8');
  const shown = /\n\n(\{.*\})\n→ 200/.exec(await readPage('README.md'))?.[1];
  const bodies = [shown, JSON.stringify(send.example.request)];
  for (const language of ['typescript', 'python', 'php', 'go']) {
    const call = /channel\W+(\w+)\W+to\W+(\d+)\W+message\W+(\w+)/i.exec(await readPage(`sdks/${language}/README.md`));
    bodies.push(JSON.stringify({ channel: call?.[1], to: `+${call?.[2]}`, message: call?.[3] }));
  }
  for (const body of bodies) {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const answer = await request(`${baseUrl}?action=send`, { method: 'POST', headers, body: body ?? null });
    expect(await answer.body.json(), body).toMatchObject(accepted);
  }
});

test('every command of the tutorial order-by-buttons.md works, and its shop takes an order on WhatsApp and on Telegram', async () => {
  const sandboxPort = sandboxPorts[0] ?? 0;
  await runOrderTutorial(directory, { 8080: port, 8090: sandboxPort, 3000: shopPort }, parley);

  const sandbox = makeSandboxDriver({ url: `http://127.0.0.1:${sandboxPort}` });
  const onWhatsapp = (await sandbox.calls({ channel: 'wa', to: '+16505550142' })).sends.map(({ body }) => body);
  const reply = (id: string) => ({ reply: { id } });
  const quote = { message_id: expect.stringMatching(/^wamid\./) };
  expect(onWhatsapp).toMatchObject([
    { interactive: { type: 'button', action: { buttons: ['buy-coffee', 'buy-tea', 'all'].map(reply) } } },
    {
      interactive: {
        type: 'list',
        action: { sections: [{ rows: [{ id: 'buy-coffee' }, { id: 'buy-tea' }, { id: 'buy-dates' }] }] },
      },
    },
    { text: { body: 'Dates: where shall we bring it?' }, context: quote },
    { reaction: { emoji: '👍' } },
    { text: { body: 'Thank you. We bring Dates to Block 3, Salmiya.' }, context: quote },
  ]);
  const [offer, question, confirmation, ...more] = (await sandbox.calls({ channel: 'tg', to: '5550002' })).sends;
  const numberOf = (id = ''): number => Number(id.split(':').at(-1));
  expect(question).toMatchObject({
    text: 'Tea: where shall we bring it?',
    body: { reply_parameters: { message_id: numberOf(offer?.provider_message_id) } },
  });
  expect([confirmation?.text, more]).toEqual(['Thank you. We bring Tea to Block 5, Hawalli.', []]);
  expect(await sandbox.acts({ channel: 'tg', to: '5550002' })).toMatchObject([{ act: 'edit' }]);
});

test('a second start on a taken port names the variable to set and does not touch the database of the first', async () => {
  const second = startFirst(variables);
  expect(await second.ended()).toBe(1);
  expect(second.output()).toBe(
    `Port ${port} is taken by another program: end that program, or set PARLEY_PORT to a free port.\n`,
  );
  expect(await connectedChannels()).toHaveLength(CHANNELS.length);
});

test(
  'a second start with another sandbox port keeps the data, stays connected and receives its webhooks there',
  async () => {
    await parley.stop();
    variables.PARLEY_SANDBOX_PORT = String(sandboxPorts[1]);
    parley = startFirst(variables);
    await parley.says(READY);
    expect((await connectedChannels()).sort()).toEqual([...CHANNELS].sort());
    expectPlainLines();
    for (const line of printedLines()) expect(JSON.parse(await runShell(line, directory))).toMatchObject({ ok: true });
    for (const event of ['message.received', 'bot-message']) await parley.says(`webhook ${event} (signature verified)`);
  },
  START_WITHIN_MS,
);

const Mails = z.object({ mails: z.array(z.object({ subject: z.string(), text: z.string() })) });

test(
  'a customer who has waited for a minute is reported by a mail, on the page that the first screen names',
  async () => {
    const sandboxUrl = `http://127.0.0.1:${sandboxPorts[1]}`;
    expect(parley.output()).toContain(
      `A minute later a mail says that the customer is waiting: ${sandboxUrl}/sandbox/mail`,
    );
    await pollUntil(
      async () => {
        const { mails } = Mails.parse(await (await request(`${sandboxUrl}/sandbox/mails`)).body.json());
        return mails.some(({ subject }) => /waiting for an answer/.test(subject)) || null;
      },
      { deadlineMs: UNATTENDED_WITHIN_MS, what: () => 'the mail about the customer who waits' },
    );
    const page = await (await request(`${sandboxUrl}/sandbox/mail`)).body.text();
    expect(page).toContain('A customer is waiting for an answer');
  },
  UNATTENDED_WITHIN_MS + START_WITHIN_MS,
);

test(
  'a start without demo.json adopts the demo tenant of the first start',
  async () => {
    await parley.stop();
    for (const note of ['demo.json', 'demo-bot.json']) await rm(join(directory, '.parley', note));
    parley = startFirst(variables);
    await parley.says(READY);
    expectPlainLines();
    expect((await connectedChannels()).sort()).toEqual([...CHANNELS].sort());
    for (const line of printedLines()) expect(JSON.parse(await runShell(line, directory))).toMatchObject({ ok: true });
    await parley.says('webhook message.received (signature verified)');
  },
  START_WITHIN_MS,
);

test(
  'a tenant that is not the demo but has its slug does not prevent a start',
  async () => {
    const { adminToken } = JSON.parse(await readFile(join(directory, '.parley/secrets.json'), 'utf8'));
    const renamed = await request(`http://127.0.0.1:${port}/api/admin/tenants/demo`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Demolition Ltd' }),
    });
    expect(await renamed.body.json()).toMatchObject({ name: 'Demolition Ltd' });
    await parley.stop();
    await rm(join(directory, '.parley/demo.json'));
    parley = startFirst(variables);
    await parley.says(READY);
    // The log has a stream of its own, which may arrive after what is printed.
    await parley.says('demo.prepare-failed');
    expect(printedLines()).toEqual([]);
  },
  START_WITHIN_MS,
);
