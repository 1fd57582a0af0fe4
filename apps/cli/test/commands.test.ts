import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCustomerCommands } from '@parley/cli/add-customer-commands';
import { fileCursor } from '@parley/cli/file-cursor';
import { listen } from '@parley/cli/listen';
import { readLogin } from '@parley/cli/login';
import { createClient, Webhook } from '@parley/sdk';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Posted {
  headers: IncomingHttpHeaders;
  body: string;
}

let folder: string;
let lines: string[];
const servers: Server[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-cli-'));
  vi.stubEnv('PARLEY_CONFIG_DIR', folder);
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  process.exitCode = 0;
  for (const server of servers.splice(0)) server.close().closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

const run = (...given: string[]) =>
  addCustomerCommands(new Command('parley').exitOverride().configureOutput({ writeErr: () => {} })).parseAsync([
    'node',
    'parley',
    ...given,
  ]);

async function serve(answer: (url: URL, posted: Posted) => object): Promise<string> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    response.end(JSON.stringify(answer(new URL(request.url ?? '', 'http://x'), { headers: request.headers, body })));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

/** A name that clears a terminal, in C0 and in C1 spelling, and a mark that reorders the line. */
const HOSTILE = 'Eve\u001b[2J\u009b2J\u202e';

/** Answers of a key that may read. */
const READING: Readonly<Record<string, object | undefined>> = {
  messages: {
    ...{ ok: true, count: 1, next_cursor: null },
    messages: [
      {
        at: '2026-03-01T10:00:00.000Z',
        direction: 'in',
        origin: 'customer',
        text: HOSTILE,
        attachments: [{ type: 'image' }],
      },
    ],
  },
  search: {
    ...{ ok: true, count: 1, next_cursor: null },
    results: [
      {
        ...{ kind: 'person', channel: 'wa', conversation_id: 7, name: HOSTILE, at: null, message: null },
        person: { contact_id: 1, username: null, addresses: ['+16505551234'] },
      },
    ],
  },
  contact: {
    ...{ ok: true, contact_id: 1, channel: 'wa', name: HOSTILE, username: null, phone: null },
    ...{ addresses: ['+16505551234'], consent: { opted_out: true, by: 'customer', at: null } },
    conversations: [{ conversation_id: 7, channel: 'wa', peer: '+16505551234', status: 'open', waiting: true }],
  },
};

const uploadOf = (url: URL, body: string) => ({
  ...{ ok: true, upload_id: 'upl_01k0a2b3c4d5e6f7g8h9j0kmnp', name: url.searchParams.get('name') },
  ...{ type: 'document', mime_type: 'application/pdf', size: body.length, expires_at: '2026-03-08T10:00:00.000Z' },
});

/** An account with these events in its ledger, and a receiver. */
async function openAccount(events: { id: string; event: string; created_at: string; data?: object }[]) {
  const asked: URLSearchParams[] = [];
  const sent: object[] = [];
  const api = await serve((url, posted) => {
    if (url.pathname.endsWith('/status')) return { ok: true, instance_id: 'ins_1', channels: ['wa'], balance: 1 };
    if (url.pathname.endsWith('/channels')) return { ok: true, channels: [{ channel: 'wa', id: '1' }], counts: {} };
    if (url.pathname.endsWith('/send')) sent.push(JSON.parse(posted.body));
    if (url.pathname.endsWith('/send')) return { ok: true, message_id: '1', channel: 'wa', to: '+16505551234' };
    if (url.pathname.endsWith('/upload')) return uploadOf(url, posted.body);
    asked.push(url.searchParams);
    const read = READING[url.pathname.split('/').at(-1) ?? ''];
    if (read) return read;
    const isNewest = url.searchParams.get('order') === 'newest';
    const stored = isNewest ? events.toReversed() : events;
    const after = url.searchParams.get('after');
    const since = url.searchParams.get('since') ?? '';
    const from =
      after === null ? 0 : after === 'latest' ? events.length : stored.findIndex(({ id }) => id === after) + 1;
    const page = stored
      .slice(from)
      .filter(({ created_at }) => created_at >= since)
      .slice(0, 2);
    const last = page.at(-1)?.id ?? (after === 'latest' ? (events.at(-1)?.id ?? 'evt_0000000000') : after);
    return {
      ok: true,
      count: page.length,
      events: page,
      next_after: last,
      has_more: page.length === 2 && last !== stored.at(-1)?.id,
    };
  });
  const received: Posted[] = [];
  const receiver = await serve((_, posted) => ({ n: received.push(posted) }));
  await run('login', '--url', `${api}/demo/api/messaging/`, '--key', 'pk_1', '--secret', SECRET);
  return { api, asked, sent, events, receiver, received, ids: () => received.map(({ body }) => JSON.parse(body).id) };
}

const eventAt = (n: number, minutesAgo: number) => ({
  id: `evt_${n}`,
  event: 'message.received',
  created_at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
});

test('a valid login is stored in a file that only its user can read', async () => {
  await openAccount([]);
  expect(lines).toEqual(['Logged in: ins_1 (wa)']);
  expect((await stat(join(folder, 'login.json'))).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(join(folder, 'login.json'), 'utf8'))).toMatchObject({ apiKey: 'pk_1' });
  await run('channels', '--json');
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual([{ channel: 'wa', id: '1' }]);
});

test('without a login, commands tell the user to log in', async () => {
  await expect(run('channels')).rejects.toThrow('parley login');
});

test('an invalid part of a login is named in a sentence', async () => {
  await expect(run('login', '--url', 'foo', '--key', 'pk_1')).rejects.toThrow(
    /--url must be an address of the form https/,
  );
  await openAccount([]);
  vi.stubEnv('PARLEY_WEBHOOK_SECRET', 'nonsense');
  await expect(run('channels')).rejects.toThrow(/^PARLEY_WEBHOOK_SECRET or --secret must begin with whsec_/);
});

test('send, events tail and conversations print what a person looks for', async () => {
  await openAccount([received(1, 10, 12)]);
  await run('send', 'wa', '+16505551234', 'Hello');
  expect(lines.at(-1)).toBe('ok  1  wa  +16505551234');
  await run('events', 'tail', '--once');
  expect(lines.at(-1)).toMatch(/message\.received {7}evt_1 {2}\S+/);
  await run('conversations');
  expect(lines).toContain('id  channel  person  messages  newest message');
  await expect(run('conversations', '99999')).rejects.toThrow('Conversation 99999 has no such message in the last 1d');
});

test('the commands of the README run', async () => {
  vi.stubEnv('PARLEY_API_KEY', 'pk_1');
  vi.stubEnv('PARLEY_WEBHOOK_SECRET', SECRET);
  const { api, receiver } = await openAccount([received(1, 10, 12)]);
  const invoice = join(folder, 'invoice.pdf');
  await writeFile(invoice, '%PDF-1.4');
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const commands = [...readme.matchAll(/^parley (.*?)\s*(?:#.*)?$/gm)].map(([, command = '']) =>
    command
      .replace('https://parley.example', api)
      .replace('http://localhost:3000/hook', receiver)
      .replace('invoice.pdf', invoice)
      .replace(/^(listen|events tail).*/, '$& --once'),
  );
  const words = commands.map((command) => [...command.matchAll(/'([^']*)'|\S+/g)].map(([word, text]) => text ?? word));
  expect(new Set(words.map(([name]) => name))).toEqual(
    new Set([
      ...['login', 'listen', 'trigger', 'send', 'channels', 'conversations', 'events'],
      ...['messages', 'search', 'contact', 'upload'],
    ]),
  );
  for (const given of words) {
    lines = [];
    await run(...given);
    expect(lines.length > 0 || given[0] === 'listen', given.join(' ')).toBe(true);
  }
});

test('a file is uploaded under its name, and sent with or without a text', async () => {
  const { sent } = await openAccount([]);
  const path = join(folder, 'invoice.pdf');
  await writeFile(path, '%PDF-1.4');
  await run('upload', path);
  expect(lines.at(-1)).toBe('upl_01k0a2b3c4d5e6f7g8h9j0kmnp  invoice.pdf  application/pdf  8 bytes');
  await run('upload', path, '--name', 'July.pdf', '--json');
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject([{ name: 'July.pdf', size: 8 }]);
  await run('send', 'wa', '+16505551234', 'Your invoice', '--file', path);
  await run('send', 'wa', '+16505551234', '--file', path);
  const upload = { channel: 'wa', to: '+16505551234', upload_id: 'upl_01k0a2b3c4d5e6f7g8h9j0kmnp' };
  expect(sent).toEqual([{ ...upload, message: 'Your invoice' }, upload]);
});

test('a file that cannot be read and a send without content are refused in a sentence', async () => {
  const { sent } = await openAccount([]);
  await expect(run('upload', join(folder, 'none.pdf'))).rejects.toThrow(/^The file .*none\.pdf cannot be read\.$/);
  await expect(run('send', 'wa', '+16505551234')).rejects.toThrow('Give a text, or a file with --file.');
  expect(sent).toEqual([]);
});

test('listen starts with new events, resumes after a restart, and signs as Parley does', async () => {
  const { events, receiver, received, ids } = await openAccount([eventAt(1, 30), eventAt(2, 20), eventAt(3, 10)]);
  await run('listen', '--forward', receiver, '--once');
  expect(ids()).toEqual([]);
  events.push(eventAt(4, 0), eventAt(5, 0), eventAt(6, 0));
  await run('listen', '--forward', receiver, '--once', '--json');
  expect(ids()).toEqual(['evt_4', 'evt_5', 'evt_6']);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ id: 'evt_6', event: 'message.received', status: 200 });
  for (const { body, headers } of received)
    for (const scheme of ['standard', 'service'] as const)
      expect(await Webhook.verify(body, headers, SECRET, { scheme })).toEqual(JSON.parse(body));
  events.push(eventAt(7, 0));
  await run('listen', '--forward', receiver, '--once');
  expect(ids()).toEqual(['evt_4', 'evt_5', 'evt_6', 'evt_7']);
  const cursors = await readdir(join(folder, 'cursors'));
  expect(cursors).toHaveLength(1);
});

test('a stopped listen ends between two events, and the next run continues with the second', async () => {
  const { events, receiver, received, ids } = await openAccount([]);
  await run('listen', '--forward', receiver, '--once');
  events.push(eventAt(1, 0), eventAt(2, 0));
  const controller = new AbortController();
  const login = await readLogin();
  const options = {
    client: createClient(login),
    forward: receiver,
    secret: SECRET,
    cursor: fileCursor(login, receiver),
  };
  const stopped = listen({
    ...options,
    replaySince: null,
    follow: true,
    signal: controller.signal,
    print: () => controller.abort(),
  });
  await expect(stopped).rejects.toThrow('aborted');
  expect(received).toHaveLength(1);
  await run('listen', '--forward', receiver, '--once');
  expect(ids()).toEqual(['evt_1', 'evt_2']);
});

test('listen first prints its target, how to stop it, and what it does not repeat; only JSON goes to standard output', async () => {
  const { receiver } = await openAccount([eventAt(1, 5)]);
  const said = vi.spyOn(console, 'error').mockImplementation((line: string) => lines.push(line));
  lines = [];
  await run('listen', '--forward', receiver, '--once', '--replay', '1h');
  expect(lines).toEqual([
    `Forwarding to ${receiver}; Ctrl-C ends. An event that the receiver does not take is not posted again: --replay repeats it.`,
    expect.stringMatching(/^message\.received {7}evt_1 {2}200 {2}\d+ ms$/),
  ]);
  said.mockImplementation(() => {});
  lines = [];
  await run('listen', '--forward', receiver, '--once', '--replay', '1h', '--json');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ id: 'evt_1', status: 200 }]);
});

test('listen --replay starts with the events since that time', async () => {
  const { receiver, ids } = await openAccount([eventAt(1, 90), eventAt(2, 61), eventAt(3, 59), eventAt(4, 1)]);
  await run('listen', '--forward', receiver, '--once', '--replay', '1h');
  expect(ids()).toEqual(['evt_3', 'evt_4']);
});

test('listen reports an unreachable receiver, and continues', async () => {
  await openAccount([eventAt(1, 5), eventAt(2, 5)]);
  await run('listen', '--forward', 'http://127.0.0.1:9', '--once', '--replay', '1h', '--json');
  expect(lines.slice(-2).map((line) => JSON.parse(line))).toMatchObject([
    { id: 'evt_1', status: null, problem: expect.any(String) },
    { id: 'evt_2', status: null },
  ]);
});

test('trigger posts a signed sample, and refuses an unknown event', async () => {
  const { receiver, received } = await openAccount([]);
  await run('trigger', 'message.received', '--forward', receiver);
  const [posted] = received;
  expect(await Webhook.verify(posted?.body ?? '', posted?.headers ?? {}, SECRET)).toMatchObject({
    event: 'message.received',
    data: { channel: 'wa' },
  });
  await expect(run('trigger', 'message.lost', '--forward', receiver)).rejects.toThrow('message.received');
});

test('events lists the newest events, and passes the given filters on', async () => {
  const { asked } = await openAccount([eventAt(1, 90), eventAt(2, 30), eventAt(3, 20), eventAt(4, 10)]);
  await run('events', '--limit', '3');
  expect(lines.slice(1).map((line) => line.match(/evt_\d/)?.[0])).toEqual(['evt_4', 'evt_3', 'evt_2']);
  await run(
    'events',
    '--type',
    'message.sent',
    '--channel',
    'tg',
    '--conversation',
    '7',
    '--order',
    'oldest',
    '--since',
    '1h',
  );
  expect(Object.fromEntries(asked.find((query) => query.has('type')) ?? [])).toEqual({
    ...{ type: 'message.sent', channel: 'tg', conversation_id: '7', order: 'oldest', limit: '20' },
    since: expect.stringMatching(/Z$/),
  });
  for (const [given, message] of [
    [['--conversation', 'x'], '--conversation must be a whole number'],
    [['--limit', '0'], '--limit must be a whole number'],
    [['--type', 'message.lost'], 'message.received'],
  ] as const)
    await expect(run('events', ...given)).rejects.toThrow(message);
});

test('events tail prints the events of the last hour', async () => {
  await openAccount([eventAt(1, 90), eventAt(2, 30)]);
  await run('events', 'tail', '--once');
  expect(lines.filter((line) => line.includes('evt_'))).toEqual([expect.stringContaining('evt_2')]);
});

const received = (n: number, minutesAgo: number, conversation_id: number, data: object = {}) => ({
  ...eventAt(n, minutesAgo),
  data: {
    ...{ channel: 'wa', conversation_id, message_id: n, from: `+1650000000${conversation_id}`, text: `text ${n}` },
    ...{ attachments: [], received_at: eventAt(n, minutesAgo).created_at, ...data },
  },
});
const sent = (n: number, minutesAgo: number, conversation_id: number) => ({
  ...eventAt(n, minutesAgo),
  event: 'message.sent',
  data: {
    ...{
      channel: 'wa',
      conversation_id,
      message_id: String(n),
      to: `+1650000000${conversation_id}`,
      text: `text ${n}`,
    },
    ...{ attachments: [{ type: 'image' }], origin: 'bot', sent_at: eventAt(n, minutesAgo).created_at },
  },
});
const printed = () => lines.slice(1).map((line) => JSON.parse(line));

test('conversations lists those with the newest message first, by channel, person and time', async () => {
  const group = { channel: 'wd', whatsapp_group: { group_jid: '12@g.us' } };
  await openAccount([
    received(1, 3000, 9),
    received(2, 50, 1),
    received(3, 40, 2),
    sent(4, 30, 1),
    received(5, 20, 3, group),
  ]);
  await run('conversations', '--json');
  expect(printed()).toMatchObject([
    { conversation_id: 3, channel: 'wd', with: '12@g.us', messages: 1 },
    {
      conversation_id: 1,
      with: '+16500000001',
      messages: 2,
      last: { message_id: '4', direction: 'bot', text: 'text 4' },
    },
    { conversation_id: 2, messages: 1, last: { direction: 'in' } },
  ]);
  for (const [given, ids] of [
    [
      ['--channel', 'wa'],
      [1, 2],
    ],
    [['--with', '16500000002'], [2]],
    [
      ['--since', '35m'],
      [3, 1],
    ],
    [
      ['--since', '3d'],
      [3, 1, 2, 9],
    ],
  ] as const) {
    lines.length = 1;
    await run('conversations', ...given, '--json');
    expect(printed().map(({ conversation_id }) => conversation_id)).toEqual(ids);
  }
  await run('conversations');
  expect(lines.at(-1)).toMatch(/^2 {2}wa {2}\+16500000002 {2}1 {2}.* in {7} {2}text 3$/);
});

test('conversations shows the messages of one conversation, oldest first', async () => {
  await openAccount([
    received(1, 50, 1),
    received(2, 40, 2),
    sent(3, 30, 1),
    { ...eventAt(4, 20), event: 'message.status' },
  ]);
  await run('conversations', '1', '--json');
  expect(printed()).toMatchObject([
    { message_id: '1', direction: 'in', text: 'text 1', attachments: [] },
    { message_id: '3', direction: 'bot', text: 'text 3', attachments: ['image'] },
  ]);
  await run('conversations', '1');
  expect(lines.at(-1)).toMatch(/ bot {6} {2}text 3 {2}\[image\]$/);
  await expect(run('conversations', 'x')).rejects.toThrow('conversation_id');
});

test('messages, search and contact print what a key may read', async () => {
  const { asked } = await openAccount([]);
  await run('messages', '7');
  expect(lines.at(-1)).toMatch(/^2026-03-01T10:00:00.000Z {2}in {9}Eve.* {2}\[image\]$/);
  expect(asked.at(-1)?.get('conversation_id')).toBe('7');
  await run('search', 'Eve', 'Lee', '--channel', 'wa');
  expect(lines.at(-1)).toMatch(/^person {3}wa {2}7 {2}- {2}Eve.* {2}\+16505551234$/);
  expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({ q: 'Eve Lee', channel: 'wa', limit: '20' });
  await run('contact', '--channel', 'wa', '--address', '+16505551234');
  expect(lines.slice(-2)).toEqual(['marketing  opted out (customer, -)', '7  wa  +16505551234  open  waiting']);
  await expect(run('messages', 'x')).rejects.toThrow('conversation-id must be a whole number');
});

test('texts of people reach the terminal without control characters, also as JSON', async () => {
  const { events } = await openAccount([received(1, 10, 12, { text: HOSTILE, from: HOSTILE })]);
  events.push({ ...sent(2, 5, 12), event: HOSTILE });
  const commands = [
    ...[['events'], ['events', 'tail', '--once'], ['conversations'], ['conversations', '12'], ['messages', '7']],
    ...[
      ['search', 'eve'],
      ['contact', '7'],
    ],
  ];
  for (const command of commands)
    for (const given of [command, [...command, '--json']]) {
      lines = [];
      await run(...given);
      const printed = lines.join('\n');
      expect(printed, given.join(' ')).toContain('Eve\\u001b[2J\\u009b2J\\u202e');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be printed
      expect(printed, given.join(' ')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
  for (const line of lines) JSON.parse(lines.length > 1 && !line.startsWith('{"') ? lines.join('\n') : line);
});
