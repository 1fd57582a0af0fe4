import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenSend, openSend } from '../../test/open-send.ts';
import { type PeopleProvider, startPeopleProvider } from '../../test/people-provider.ts';
import type { TestTenant } from '../../test/test-tenant.ts';

const PAGE = '682498302938465';
const INSTAGRAM = '17841400000000000';
const PATH = `/v23.0/${PAGE}/messages`;

let provider: PeopleProvider;
let system: OpenSend;
let tenant: TestTenant;
const broken: { channel: string; externalId: string }[] = [];
let people = 0;
let start = 0;

beforeAll(async () => {
  provider = await startPeopleProvider();
  system = await openSend({
    PARLEY_GRAPH_URL: provider.url,
    PARLEY_META_GRAPH_VERSION: 'v23.0',
    PARLEY_PROVIDER_TIMEOUT_MS: '3000',
  });
  tenant = await system.addTenant();
  await system.addAccount({
    tenantId: tenant.id,
    channel: 'fb',
    externalId: PAGE,
    credentials: { access_token: 'page-token' },
  });
  await system.addAccount({
    tenantId: tenant.id,
    channel: 'ig',
    externalId: INSTAGRAM,
    credentials: { access_token: 'page-token', page_id: PAGE },
  });
  await system.startChannelHealth({
    async reportBroken(input) {
      broken.push(input);
    },
    refresh: async () => false,
  });
});
afterAll(async () => {
  await system[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});
beforeEach(() => {
  start = provider.calls().length;
  broken.length = 0;
  provider.script(PATH);
});

const somebody = (): string => String(7_000_000_000_000_000 + ++people);
const callsSince = () => provider.calls().slice(start);
const refusal = (code: number, subcode: number, message: string) => ({
  status: 400,
  body: { error: { message, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'T' } },
});
const lastMessage = async () => {
  const last = (await tenant.messages()).at(-1);
  if (!last) throw new Error('There is no message.');
  return last;
};

describe.for(['fb', 'ig'] as const)('a send on %s', (channel) => {
  test('is sent from the page’s inbox with its token, and reported once', async () => {
    const to = somebody();
    const { messageId: id } = await tenant.send({ channel, to, message: 'Hi' });
    expect(callsSince()).toMatchObject([
      {
        path: PATH,
        token: 'page-token',
        body: { recipient: { id: to }, message: channel === 'fb' ? { text: 'Hi', metadata: id } : { text: 'Hi' } },
      },
    ]);
    const reported = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === id);
    expect(reported.map(({ data }) => data)).toMatchObject([
      {
        channel,
        to,
        account: { id: channel === 'fb' ? PAGE : INSTAGRAM, number: null, label: `${channel} shop` },
        origin: 'api',
      },
    ]);
  });

  test('with a file, which the platform fetches by its URL, is two messages at the provider and one in Parley', async () => {
    const media = `${provider.url}/files/a.png`;
    const { messageId: id } = await tenant.send({ channel, to: somebody(), message: 'Look', mediaUrl: media });
    expect(callsSince().map(({ body }) => body)).toMatchObject([
      { message: { attachment: { type: 'image', payload: { url: media } } } },
      { message: { text: 'Look' } },
    ]);
    const [first] = await system.rows<{ provider_message_id: string }>(
      'SELECT provider_message_id FROM messages WHERE id = $1',
      id,
    );
    const parts = await system.rows<{ provider_message_id: string }>(
      'SELECT provider_message_id FROM message_parts WHERE message_id = $1',
      id,
    );
    expect(parts).toHaveLength(1);
    expect(parts[0]?.provider_message_id).not.toBe(first?.provider_message_id);
    expect((await tenant.events('message.sent')).filter(({ data }) => data.message_id === id)).toHaveLength(1);
  });

  test('outside the window returns the provider’s refusal, charges nothing, and keeps the account connected', async () => {
    const before = await tenant.balance();
    provider.script(
      PATH,
      refusal(10, channel === 'fb' ? 2018278 : 2534022, 'This message is sent outside of allowed window.'),
    );
    await expect(tenant.send({ channel, to: somebody(), message: 'late' })).rejects.toMatchObject({
      code: 'graph_error',
      message: 'This message is sent outside of allowed window.',
      extras: { provider: { name: 'graph', status: 400, code: 10, trace_id: 'T' } },
    });
    expect(await tenant.balance()).toEqual(before);
    expect(broken).toEqual([]);
  });

  test('with a dead token is refused, and the account is reported', async () => {
    provider.script(PATH, refusal(190, 460, 'The session has been invalidated.'));
    await expect(tenant.send({ channel, to: somebody(), message: 'x' })).rejects.toMatchObject({ code: 'graph_error' });
    const reported = await pollUntil(async () => (broken.length > 0 ? broken : null), {
      what: () => 'the report',
    });
    expect(reported).toMatchObject([{ channel, externalId: channel === 'fb' ? PAGE : INSTAGRAM }]);
  });
});

test('a text that is too long for ig is invalid_message by its bytes, not its characters', async () => {
  const message = 'é'.repeat(501);
  await expect(tenant.send({ channel: 'ig', to: somebody(), message })).rejects.toMatchObject({
    code: 'invalid_message',
  });
  await tenant.send({ channel: 'fb', to: somebody(), message });
});

test.for([
  [200, 2534041, /turns on "Allow access to messages"/],
  [10, 1893063, /restricts this account for now/],
  [100, 2534029, /has blocked this account/],
] as const)(
  'the refusal %d/%d of an ig account is not retried, says what helps, and keeps the account',
  async ([code, subcode, help]) => {
    const answer = refusal(code, subcode, 'Refused.');
    const { error } = answer.body;
    provider.script(PATH, { ...answer, body: { error: { ...error, is_transient: true } } });
    const before = await tenant.balance();
    await expect(tenant.send({ channel: 'ig', to: somebody(), message: 'Hello' })).rejects.toMatchObject({
      code: 'graph_error',
      message: expect.stringMatching(help),
      extras: { provider: { name: 'graph', code, subcode, message: 'Refused.' } },
    });
    expect(await tenant.balance()).toEqual(before);
    expect(broken).toEqual([]);
    const [failed] = await system.rows<{ error: object }>('SELECT error FROM messages ORDER BY id DESC LIMIT 1');
    expect(failed?.error).toMatchObject({ provider_code: code, provider_subcode: subcode });
  },
);

describe.for([
  ['fb', PAGE],
  ['ig', INSTAGRAM],
] as const)('a private answer to a comment on %s', ([channel, externalId]) => {
  const reply = (to: string, commentId = `c${to}`, message = 'Hello in private') =>
    tenant.replyPrivately({ channel, externalId, commentId, to, message });

  test('is a charged and reported message to the comment', async () => {
    const before = await tenant.balance();
    const { messageId: id, conversationId: conversation } = await reply(somebody());
    expect(callsSince()).toMatchObject([{ body: { recipient: { comment_id: `c${7_000_000_000_000_000 + people}` } } }]);
    expect((await tenant.balance()).balance).toBe(before.balance - 1);
    const reported = (await tenant.events('message.sent')).filter(({ data }) => data.message_id === id);
    expect(reported.map(({ data }) => data)).toMatchObject([
      { conversation_id: conversation, origin: 'api', text: 'Hello in private' },
    ]);
  });

  test('opens a conversation with the commenter’s name', async () => {
    const to = somebody();
    const input = { channel, externalId, commentId: `c${to}`, to, name: 'María García', message: 'Hello in private' };
    const { conversationId } = await tenant.replyPrivately(input);
    const found = await system.rows(
      'SELECT e.name FROM conversations c JOIN contacts e ON e.id = c.contact_id WHERE c.id = $1',
      conversationId,
    );
    expect(found).toEqual([{ name: 'María García' }]);
  });

  test('shares one conversation with the person’s own messages, under any id of the person', async () => {
    const [commenter, person] = [somebody(), somebody()];
    provider.recipientOfReply = person;
    const { conversationId: conversation } = await reply(commenter);
    provider.recipientOfReply = person;
    const { messageId: id } = await tenant.send({ channel, to: person, message: 'and another' });
    const [row] = await system.rows<{ conversation_id: number }>(
      'SELECT conversation_id FROM messages WHERE id = $1',
      id,
    );
    expect(row?.conversation_id).toBe(conversation);
  });

  test('to a comment that has one already is refused by the provider, and nothing is charged', async () => {
    const before = await tenant.balance();
    provider.script(PATH, refusal(10900, 2534025, 'Activity already replied to.'));
    await expect(reply(somebody())).rejects.toMatchObject({
      code: 'graph_error',
      message: 'Activity already replied to.',
    });
    expect(await tenant.balance()).toEqual(before);
  });

  test('whose answer is lost is unknown, never sent again, and finally fails with its credit refunded', async () => {
    const before = await tenant.balance();
    provider.script(PATH, 'hang up');
    await expect(reply(somebody())).rejects.toMatchObject({ code: 'provider_timeout' });
    const { id, status } = await lastMessage();
    expect(status).toBe('unknown');
    await system.sweepAt(new Date(Date.now() + 3_600_000));
    expect(callsSince()).toHaveLength(1);
    expect((await tenant.lookUp(id)).status).toBe('failed');
    expect(await tenant.balance()).toEqual(before);
  });

  test('from an account that is not connected, or without credit, is not sent', async () => {
    const unknown = { channel, externalId: 'not-ours', commentId: 'c', to: somebody(), message: 'x' };
    await expect(tenant.replyPrivately(unknown)).rejects.toMatchObject({ code: 'not_connected' });
    const poor = await system.addTenant({ balance: 0 });
    const own = { ...unknown, externalId: `${externalId}0` };
    const credentials = { access_token: 'page-token', page_id: PAGE };
    await system.addAccount({ tenantId: poor.id, channel, externalId: own.externalId, credentials });
    await expect(poor.replyPrivately(own)).rejects.toMatchObject({ code: 'insufficient_balance' });
    expect(callsSince()).toEqual([]);
  });
});
