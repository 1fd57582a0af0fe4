import type { Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { asked, type ReplyBench, SECRET, useReplies } from '../../test/reply-bench.ts';

type Answer = ReplyBench['tools']['answer'];

const openReplies = useReplies();

const TOOL = {
  name: 'find_order',
  description: 'Finds an order.',
  parameters: {
    type: 'object',
    properties: { order: { type: 'string' } },
    required: ['order'],
    additionalProperties: false,
  },
};

interface Given {
  /** Default: the tenant's server. */
  url?: string;
  answer?: Answer;
  toolTimeoutMs?: number;
  allowed?: string | undefined;
}

/** One reply whose model calls the tool and repeats its answer. */
async function callTool({ url, answer, toolTimeoutMs = 20_000, ...given }: Given = {}) {
  const environment = 'allowed' in given ? { PARLEY_EGRESS_ALLOW: given.allowed } : {};
  const now = new Date();
  const bench = await openReplies({ environment, toolTimeoutMs, now: () => now });
  if (answer) bench.tools.answer = answer;
  bench.ai.answer({
    contains: 'A1',
    tool: { name: 'find_order', arguments: { order: 'A1' } },
    answer: 'Read: {result}',
  });
  const tools = [url === undefined ? TOOL : { ...TOOL, url }];
  const outcome = await bench.reply([asked('where is A1?')], { bot: { tools } });
  return { bench, text: outcome.kind === 'reply' ? outcome.texts.join('') : outcome.kind };
}

it('is called by a signed POST that names the conversation, and only the model reads its answer', async () => {
  const { bench, text } = await callTool();
  expect(text).toBe('Read: {"status":"shipped"}');
  const [request] = bench.tools.received;
  const { id: conversationId, ...conversation } = bench.conversations[0] ?? {};
  const verified = new Webhook(SECRET).verify(request?.body ?? '', request?.headers ?? {});
  expect(verified).toEqual({
    id: request?.headers['webhook-id'],
    tool: 'find_order',
    arguments: { order: 'A1' },
    bot: { id: `bot_${bench.bot.id}`, name: bench.bot.name },
    conversation_id: conversationId,
    ...conversation,
  });
});

it.each<[string, Answer, string]>([
  ['that hangs', () => {}, 'The tool did not answer in time.'],
  [
    'that drips for ever',
    (_request, response) => {
      const timer = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(timer));
    },
    'The tool did not answer in time.',
  ],
])('a tool %s is reported to the model as such', async (_name, hang, problem) => {
  expect((await callTool({ answer: hang, toolTimeoutMs: 200 })).text).toContain(problem);
});

it.each<[string, Answer, string]>([
  ['larger than 16 KiB', (_request, response) => void response.end('x'.repeat(16 * 1024 + 1)), 'too large'],
  ['with a failure', (_request, response) => void response.writeHead(500).end('secret words'), 'status 500'],
  [
    'with a redirect',
    ({ headers }, response) => void response.writeHead(307, { location: `http://${headers.host}/tool` }).end(),
    'status 307',
  ],
  ['with nothing, breaking off', (request) => void request.socket.destroy(), 'could not be reached'],
])('a tool that returns %s is reported to the model as such, once', async (_name, hostile, problem) => {
  const { bench, text } = await callTool({ answer: hostile });
  expect(text).toContain(problem);
  expect(text).not.toContain('secret words');
  expect(bench.tools.received).toHaveLength(1);
});

it.each([
  'https://169.254.169.254/latest/meta-data/',
  'http://169.254.169.254/',
  'https://localhost/',
  'http://[::1]/',
  'file:///etc/passwd',
  'nonsense',
])('a tool at %s is not called', async (url) => {
  expect((await callTool({ url, allowed: undefined })).text).toContain('could not be reached');
});

it('a tool inside the network is not called, and the model sees no address', async () => {
  const { bench, text } = await callTool({ allowed: undefined });
  expect(text).not.toContain('127.0.0.1');
  expect(bench.tools.received).toEqual([]);
});

it('is called over a connection of its own each time', async () => {
  const used = new Set<Socket>();
  // A server may end a connection that it has kept at any moment, also when the next call has just been sent.
  const answer: Answer = ({ socket }, response) => {
    if (used.has(socket)) return void socket.destroy();
    used.add(socket);
    response.end('{"status":"shipped"}');
  };
  const { bench } = await callTool({ answer });
  const again = await bench.reply([asked('where is A1?')], { bot: { tools: [TOOL] } });
  expect(again).toMatchObject({ kind: 'reply', texts: ['Read: {"status":"shipped"}'] });
  expect(used.size).toBe(2);
});
