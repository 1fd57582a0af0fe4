import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FileRefused } from '@parley/providers/http/open-file';
import {
  type TelegramAct,
  telegramDeletion,
  telegramEdit,
  telegramReaction,
  telegramTyping,
} from '@parley/providers/telegram/telegram-acts';
import { makeTelegramClient } from '@parley/providers/telegram/telegram-client';
import { telegramSends } from '@parley/providers/telegram/telegram-send';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PLAIN } from '../src/sent/outbound-message.ts';
import { fixture, fixtureNames } from './fixture.ts';
import { closedOrigin, html, json, type ProviderStub, startTestStub } from './provider-stub.ts';

const TOKEN = '7000001:AAsecretsecretsecretsecretsecretsecret';
const [TEXT] = telegramSends({ to: '4000001', text: 'hi', ...PLAIN });

const stub = await startTestStub();

const client = (origin = stub.origin, timeoutMs = 2000) => makeTelegramClient({ baseUrl: origin, timeoutMs });
const send = (origin?: string, timeoutMs?: number) => client(origin, timeoutMs).send(TOKEN, TEXT);
const failed = (error_code: number, description: string, parameters?: unknown) => ({
  ok: false,
  error_code,
  description,
  ...(parameters ? { parameters } : {}),
});

test('a typing indicator is a chat action', async () => {
  stub.answer = json(200, { ok: true, result: true });
  expect(await client().act(TOKEN, telegramTyping('4000001', null, 'typing'))).toEqual({ kind: 'done' });
  expect(stub.seen).toMatchObject([
    { method: 'POST', path: `/bot${TOKEN}/sendChatAction`, body: { chat_id: 4000001, action: 'typing' } },
  ]);
});

// https://core.telegram.org/bots/api: setMessageReaction, editMessageText, editMessageCaption, deleteMessage
test.each<[string, TelegramAct, object]>([
  [
    'a reaction, without the selector that Telegram’s list lacks',
    telegramReaction('-1001:7', '❤️'),
    { chat_id: -1001, message_id: 7, reaction: [{ type: 'emoji', emoji: '❤' }] },
  ],
  ['the removal of a reaction', telegramReaction('4000001:7', null), { chat_id: 4000001, message_id: 7, reaction: [] }],
  ['an edit', telegramEdit('4000001:7', 'new', false), { chat_id: 4000001, message_id: 7, text: 'new' }],
  ['an edit below a file', telegramEdit('4000001:7', 'new', true), { chat_id: 4000001, message_id: 7, caption: 'new' }],
  ['a deletion', telegramDeletion('4000001:7'), { chat_id: 4000001, message_id: 7 }],
  [
    'an edit in a business chat',
    telegramEdit('42@bc_1:7', 'new', false),
    { chat_id: 42, business_connection_id: 'bc_1', message_id: 7, text: 'new' },
  ],
  [
    'a deletion in a business chat',
    telegramDeletion('42@bc_1:7'),
    { business_connection_id: 'bc_1', message_ids: [7] },
  ],
  [
    'a typing indicator in a topic',
    telegramTyping('-1001', '3', 'typing'),
    { chat_id: -1001, message_thread_id: 3, action: 'typing' },
  ],
  ['a recording sign', telegramTyping('4000001', null, 'recording'), { chat_id: 4000001, action: 'record_voice' }],
])('%s has the Bot API’s parameters', async (_, act, body) => {
  stub.answer = json(200, { ok: true, result: true });
  expect(await client().act(TOKEN, act)).toEqual({ kind: 'done' });
  expect(stub.seen.at(-1)).toMatchObject({ path: `/bot${TOKEN}/${act.method}`, body });
});

test.each<[string, TelegramAct, string]>([
  [
    'an edit',
    telegramEdit('1:7', 'x', false),
    'Bad Request: message is not modified: specified new message content and reply markup are exactly the same',
  ],
  ['a deletion', telegramDeletion('1:7'), 'Bad Request: message to delete not found'],
])('%s that was done already is done', async (_, act, description) => {
  stub.answer = json(400, failed(400, description));
  expect(await client().act(TOKEN, act)).toEqual({ kind: 'done' });
});

test('a message that is too old is refused with the platform’s own words', async () => {
  stub.answer = json(400, failed(400, "Bad Request: message can't be deleted for everyone"));
  expect(await client().act(TOKEN, telegramDeletion('1:7'))).toMatchObject({
    kind: 'refused',
    provider: { message: "Bad Request: message can't be deleted for everyone" },
  });
});

describe('a send of Telegram', () => {
  test('that is accepted names chat and message', async () => {
    stub.answer = json(200, fixture('tg', 'api-sendmessage'));
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '4000001:103', recipientAlias: null });
    expect(stub.seen).toMatchObject([
      { method: 'POST', path: `/bot${TOKEN}/sendMessage`, body: { chat_id: 4000001, text: 'hi' } },
    ]);
  });

  const BROKEN = new Set(['api-error-401', 'api-error-401-format', 'api-error-404-token-or-path']);
  test.each(fixtureNames('tg', 'api-error-'))('%s is refused with the platform’s own words', async (name) => {
    const body = fixture('tg', name) as { error_code: number; description: string }; // safe: every fixture is one
    stub.answer = json(body.error_code, body);
    expect(await send()).toEqual({
      kind: 'refused',
      provider: { name: 'telegram', status: body.error_code, code: body.error_code, message: body.description },
      channelBroken: BROKEN.has(name),
      safeToRetry: name === 'api-error-429',
      retryAfterMs: name === 'api-error-429' ? 30_000 : null,
      migratedTo: name === 'api-error-400-migrated' ? '-1001234567890' : null,
    });
  });

  test('to a business chat has that chat in its id; a poll also has its own', async () => {
    const sent = { message_id: 7, chat: { id: 42 }, business_connection_id: 'bc_1', poll: { id: '5123' } };
    stub.answer = json(200, { ok: true, result: sent });
    expect(await send()).toEqual({
      kind: 'accepted',
      providerMessageId: '42@bc_1:7',
      recipientAlias: null,
      furtherIds: ['poll:5123'],
    });
    stub.answer = json(200, { ok: true, result: { ...sent, business_connection_id: 7, poll: 'none' } });
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: '42:7', recipientAlias: null });
  });

  test('that was certainly not sent may be retried', async () => {
    expect(await send(await closedOrigin())).toMatchObject({ kind: 'refused', safeToRetry: true });
    stub.answer = html(503, { 'retry-after': '2' });
    expect(await send()).toMatchObject({ kind: 'refused', safeToRetry: true, retryAfterMs: 2000 });
  });

  test.each([
    ['a gateway’s page', html(502)],
    ['Telegram’s own 5xx', json(500, failed(500, 'Internal Server Error'))],
    ['a success that names no message', json(200, { ok: true, result: true })],
    ['a connection that breaks', ((_request, response) => response.destroy()) satisfies ProviderStub['answer']],
  ])('that ends in %s has an unknown outcome', async (_what, answer) => {
    stub.answer = answer;
    expect(await send()).toMatchObject({ kind: 'unknown', provider: { name: 'telegram' } });
  });

  test('that gets no answer in time is unknown, and no error contains the token', async () => {
    stub.answer = () => undefined;
    const outcome = await send(undefined, 100);
    expect(outcome).toMatchObject({ kind: 'unknown', provider: { status: null } });
    expect(JSON.stringify(outcome)).not.toContain('AAsecret');
  });
});

describe('the upload of a file to Telegram', () => {
  const send = { method: 'sendDocument', field: 'document', fields: { chat_id: '4000001', caption: 'hi' } } as const;
  const makeFile = (parts: () => AsyncIterable<Uint8Array>) => {
    const source = { closed: 0 };
    const close = () => void source.closed++;
    return { source, file: { body: parts(), filename: 'a "b".csv', mimeType: 'text/csv', close } };
  };

  /** A server that reads a form as it arrives. */
  async function startReader() {
    const form = { text: '', isComplete: false };
    let arrive = (): void => {};
    const firstPart = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const server = createServer((request, response) => {
      request.on('error', () => {});
      request.setEncoding('utf8').on('data', (text: string) => {
        form.text += text;
        if (form.text.includes('first part')) arrive();
      });
      request.on('end', () => {
        form.isComplete = true;
        response.end(JSON.stringify(fixture('tg', 'api-sendmessage')));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const { port } = server.address() as AddressInfo; // safe: listens on TCP
    return { form, firstPart, origin: `http://127.0.0.1:${port}` };
  }

  test('is a form whose file is read while it is sent: its start arrives before its end is read', async () => {
    const { form, firstPart, origin } = await startReader();
    const { source, file } = makeFile(async function* () {
      yield Buffer.from('first part, ');
      await firstPart;
      yield Buffer.from('last part');
    });
    const outcome = await client(origin, 20_000).sendFile(TOKEN, send, file);
    expect(outcome).toMatchObject({ kind: 'accepted', providerMessageId: '4000001:103' });
    const [, chat, caption, document] = form.text.split(/--parley[0-9a-f]+(?:--)?\r\n/);
    expect(chat).toBe('content-disposition: form-data; name="chat_id"\r\n\r\n4000001\r\n');
    expect(caption).toBe('content-disposition: form-data; name="caption"\r\n\r\nhi\r\n');
    const head = 'content-disposition: form-data; name="document"; filename="a %22b%22.csv"\r\ncontent-type: text/csv';
    expect(document).toBe(`${head}\r\n\r\nfirst part, last part\r\n`);
    expect(source.closed).toBeGreaterThan(0);
  });

  test('whose source breaks off is refused, completes no form, and closes the source', async () => {
    const { form, firstPart, origin } = await startReader();
    const { source, file } = makeFile(async function* () {
      yield Buffer.from('first part, ');
      await firstPart;
      throw new Error('The source broke off.');
    });
    expect(await client(origin, 20_000).sendFile(TOKEN, send, file)).toMatchObject({
      kind: 'refused',
      provider: { message: 'The file could not be read to its end.' },
    });
    expect(form.isComplete).toBe(false);
    expect(source.closed).toBeGreaterThan(0);
  });
});

describe('the other calls of Telegram', () => {
  test('getMe returns id and name of the bot', async () => {
    stub.answer = json(200, fixture('tg', 'api-getme'));
    expect(await client().getMe(TOKEN)).toEqual({ ok: true, id: '7000001', username: 'my_bot' });
    stub.answer = json(401, fixture('tg', 'api-error-401'));
    expect(await client().getMe(TOKEN)).toMatchObject({ ok: false, failure: { kind: 'refused', channelBroken: true } });
    stub.answer = json(200, { ok: true, result: {} });
    expect(await client().getMe(TOKEN)).toMatchObject({ ok: false, failure: { kind: 'unknown' } });
  });

  test('the webhook is set with reactions and a secret, and removed', async () => {
    stub.answer = json(200, fixture('tg', 'api-setwebhook'));
    expect(await client().setWebhook(TOKEN, 'https://p.example/hooks/tg/7000001', 's3cret')).toMatchObject({
      ok: true,
    });
    stub.answer = json(200, fixture('tg', 'api-deletewebhook'));
    expect(await client().deleteWebhook(TOKEN)).toMatchObject({ ok: true });
    stub.answer = json(200, { ok: true, result: true });
    expect(await client().answerCallbackQuery(TOKEN, '171')).toMatchObject({ ok: true });
    expect(stub.seen.map(({ body }) => body)).toMatchObject([
      {
        url: 'https://p.example/hooks/tg/7000001',
        secret_token: 's3cret',
        allowed_updates: expect.arrayContaining(['message', 'message_reaction', 'callback_query']),
      },
      {},
      { callback_query_id: '171' },
    ]);
  });
});

describe('a file of Telegram', () => {
  const withFile = (answer: ProviderStub['answer']): ProviderStub['answer'] => {
    const found = json(200, fixture('tg', 'api-getfile'));
    return (request, response) =>
      request.path.endsWith('/getFile') ? found(request, response) : answer(request, response);
  };

  test('is opened by its id', async () => {
    stub.answer = withFile((_request, response) => response.end('bytes'));
    const file = await client().openFile(TOKEN, 'BQACAgQAAxkBAAIB');
    const parts: Uint8Array[] = [];
    for await (const part of file?.body ?? []) parts.push(part);
    expect(Buffer.concat(parts).toString()).toBe('bytes');
    expect(stub.seen[1]?.path).toBe(`/file/bot${TOKEN}/documents/file_1.pdf`);
  });

  test('that Telegram does not serve is null', async () => {
    stub.answer = json(400, fixture('tg', 'api-error-400-file-too-big'));
    expect(await client().openFile(TOKEN, 'f')).toBeNull();
    stub.answer = withFile(html(404));
    expect(await client().openFile(TOKEN, 'f')).toBeNull();
  });

  test('is not treated as gone when Telegram is busy, unavailable or rejects the token, and no error contains the token', async () => {
    const attempts: [ProviderStub['answer'], number | null][] = [
      [json(429, fixture('tg', 'api-error-429')), 429],
      [json(401, fixture('tg', 'api-error-401')), 401],
      [html(502), null],
      [withFile(html(502)), 502],
      [withFile((_request, response) => response.writeHead(302, { location: 'http://[' }).end()), 302],
    ];
    for (const [answer, status] of attempts) {
      stub.answer = answer;
      const error: unknown = await client()
        .openFile(TOKEN, 'f')
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(error instanceof FileRefused ? error.status : null).toBe(status);
      expect(JSON.stringify([error, String(error)])).not.toContain('AAsecret');
    }
  });
});
