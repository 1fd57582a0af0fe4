import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Egress, openEgress } from '@parley/providers/egress/open-egress';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makePostTool } from '../src/adapters/post-tool.ts';
import { asked, BOT, CONVERSATION, openReplies } from './reply-bench.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
type Received = { headers: Record<string, string>; body: string };

let received: Received[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (part: string) => {
    body += part;
  });
  request.on('end', () => {
    received.push({
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body,
    });
    answer(request, response);
  });
});
let url: string;
let egress: Egress;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // safe: it listens on TCP
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tool`;
  egress = openEgress({ PARLEY_EGRESS_ALLOW: '127.0.0.0/8', PARLEY_DNS_SERVERS: undefined });
});
afterAll(async () => {
  await egress.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  received = [];
  answer = (_request, response) => response.end('{"status":"shipped"}');
});

const toolAt = (at: string) => ({
  name: 'find_order',
  description: 'Finds an order.',
  url: at,
  parameters: {
    type: 'object',
    properties: { order: { type: 'string' } },
    required: ['order'],
    additionalProperties: false,
  },
});

/** One reply whose model calls the tool and repeats its answer. */
async function callTool({ at = url, timeoutMs = 20_000, over = egress } = {}) {
  const now = new Date();
  const postTool = makePostTool({
    egress: over,
    openSecret: ({ id, toolSecret }) => (id === BOT.id && toolSecret === BOT.toolSecret ? SECRET : ''),
    makeId: () => 'tcl_1',
    now: () => now,
    timeoutMs,
  });
  const bench = openReplies({ postTool });
  bench.ai.answer({
    contains: 'A1',
    tool: { name: 'find_order', arguments: { order: 'A1' } },
    answer: 'Read: {result}',
  });
  const outcome = await bench.reply([asked('where is A1?')], { bot: { tools: [toolAt(at)] } });
  return outcome.kind === 'reply' ? outcome.texts.join('') : outcome.kind;
}

it('is called by a signed POST that names the conversation, and only the model reads its answer', async () => {
  expect(await callTool()).toBe('Read: {"status":"shipped"}');
  const [request] = received;
  const verified = new Webhook(SECRET).verify(request?.body ?? '', request?.headers ?? {});
  expect(verified).toEqual({
    id: 'tcl_1',
    tool: 'find_order',
    arguments: { order: 'A1' },
    bot: { id: `bot_${BOT.id}`, name: BOT.name },
    conversation_id: CONVERSATION.id,
    channel: 'tg',
    account: CONVERSATION.account,
    person: CONVERSATION.person,
  });
});

it.each([
  ['that hangs', () => {}, 'The tool did not answer in time.'],
  [
    'that drips for ever',
    (_request: IncomingMessage, response: ServerResponse) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    },
    'The tool did not answer in time.',
  ],
] as const)('a tool %s is reported to the model as such', async (_name, hang, problem) => {
  answer = hang;
  expect(await callTool({ timeoutMs: 200 })).toContain(problem);
});

it.each([
  [
    'larger than 16 KiB',
    (_request: IncomingMessage, response: ServerResponse) => response.end('x'.repeat(16 * 1024 + 1)),
    'too large',
  ],
  [
    'with a failure',
    (_request: IncomingMessage, response: ServerResponse) => response.writeHead(500).end('secret words'),
    'status 500',
  ],
  [
    'with a redirect',
    (_request: IncomingMessage, response: ServerResponse) => response.writeHead(307, { location: url }).end(),
    'status 307',
  ],
  ['with nothing, breaking off', (request: IncomingMessage) => request.socket.destroy(), 'could not be reached'],
] as const)('a tool that answers %s is reported to the model as such, once', async (_name, hostile, problem) => {
  answer = hostile;
  const text = await callTool();
  expect(text).toContain(problem);
  expect(text).not.toContain('secret words');
  expect(received).toHaveLength(1);
});

it.each([
  'https://169.254.169.254/latest/meta-data/',
  'http://169.254.169.254/',
  'https://localhost/',
  'http://[::1]/',
  'file:///etc/passwd',
  'nonsense',
])('a tool at %s is not called', async (at) => {
  const closed = openEgress({ PARLEY_EGRESS_ALLOW: undefined, PARLEY_DNS_SERVERS: undefined });
  try {
    expect(await callTool({ at, over: closed })).toContain('could not be reached');
  } finally {
    await closed.destroy();
  }
});

it('a tool inside the network is not called, and the model sees no address', async () => {
  const closed = openEgress({ PARLEY_EGRESS_ALLOW: undefined, PARLEY_DNS_SERVERS: undefined });
  try {
    expect(await callTool({ over: closed })).not.toContain('127.0.0.1');
    expect(received).toEqual([]);
  } finally {
    await closed.destroy();
  }
});
