import { createHash } from 'node:crypto';
import { makeBusClient } from '@parley/bus/bus-client';
import { connectNatsCarrier } from '@parley/bus/carriers/nats-carrier';
import type { MemberCaller } from '@parley/common/call-context';
import { liveEvents } from '@parley/common/contracts/console/live-events';
import { authenticateSession, recordAudit, settleAudit } from '@parley/common/contracts/internal/console-session';
import { getConversation, sendFromDashboard } from '@parley/common/contracts/operator/conversations';
import { AppError } from '@parley/common/errors';
import { inboxChanged } from '@parley/common/hints';
import { pollUntil } from '@parley/testing/poll-until';
import { type NatsServer, startNatsServer } from '@parley/testing/servers/nats-server';
import { silentLogger } from '@parley/testing/silent-logger';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type EventStream, openEventStream } from './event-stream.ts';
import { headersOf, memberOf, pathOf } from './open-console.ts';
import { answerContract, openGateway, type TestGateway } from './open-gateway.ts';

// The people at a conversation, over two gateways and NATS (docs/reference/console.md#presence).
const CONVERSATION = 7;
/** The tenant of each conversation. */
const TENANT_OF = new Map([
  [CONVERSATION, 1],
  [8, 1],
  [9, 2],
]);

const PEOPLE = {
  ann: memberOf('agent', { memberId: 'mem_ann0000000', sessionId: 'ses_ann0000000' }),
  sara: memberOf('agent', { memberId: 'mem_sara000000', sessionId: 'ses_sara000000' }),
  dev: memberOf('developer', { memberId: 'mem_dev0000000', sessionId: 'ses_dev0000000' }),
  eve: memberOf('owner', {
    memberId: 'mem_eve0000000',
    sessionId: 'ses_eve0000000',
    tenantId: 2,
    tenantSlug: 'other',
  }),
} as const satisfies Record<string, MemberCaller>;
type Person = keyof typeof PEOPLE;

const tokenOf = (person: Person): string => person.padEnd(43, 'T');
const HASHES = new Map(
  // safe: the keys of the record above
  (Object.keys(PEOPLE) as Person[]).map((person) => [
    createHash('sha256').update(tokenOf(person)).digest('hex'),
    PEOPLE[person],
  ]),
);

let nats: NatsServer;
let first: TestGateway;
let second: TestGateway;
let nowMs = 1_000_000;
let seq = 0;
let asked = 0;
const streams: EventStream[] = [];

beforeAll(async () => {
  nats = await startNatsServer();
  const open = async () =>
    openGateway({
      nowMs: () => nowMs,
      carrier: await connectNatsCarrier({ url: nats.url, name: 'test', logger: silentLogger }),
    });
  [first, second] = await Promise.all([open(), open()]);
  const { carrier } = first;
  answerContract(carrier, authenticateSession, async ({ tokenHash }) => ({
    member: HASHES.get(tokenHash) ?? null,
    isTenantActive: true,
  }));
  answerContract(carrier, getConversation, async ({ slug, id }) => {
    asked++;
    if ((TENANT_OF.get(id) ?? 0) !== (slug === 'shop' ? 1 : 2)) throw new AppError('unknown_conversation');
    return {
      ...{
        id,
        kind: 'messages' as const,
        channel: 'wa' as const,
        account: { id: 'a', number: null, label: null },
        peer: '1',
        contactId: 1,
        labels: [],
        team: null,
        snoozed: null,
        name: null,
      },
      ...{ status: 'open' as const, assignee: null, bot: 'on' as const, unread: 0, replyUntil: null },
      ...{
        lastMessage: null,
        lastComment: null,
        lastMessageAt: '2026-01-01T00:00:00.000Z',
        createdAt: '2026-01-01T00:00:00.000Z',
      },
    };
  });
  answerContract(carrier, sendFromDashboard, async ({ id }) => ({
    ...{ messageId: '1', channel: 'wa' as const, to: '1', conversationId: id },
  }));
  answerContract(carrier, recordAudit, async () => ({ id: '1' }));
  answerContract(carrier, settleAudit, async () => ({}));
  answerContract(carrier, liveEvents, async ({ after }) => ({
    ...{ isStart: after === undefined, events: [], nextAfter: 'evt_start00000000', hasMore: false },
  }));
  await Promise.all([first.carrier.flush(), second.carrier.flush()]);
}, 180_000);
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
  // All earlier signs have expired.
  nowMs += 120_000;
});
afterAll(async () => {
  await Promise.all([first.stop(), second.stop()]);
  await nats.stop();
});

const ask = (gateway: TestGateway, person: Person, name: string, body: object) =>
  gateway.call('POST', `/console/trpc/${name}`, { body, headers: headersOf({ token: tokenOf(person) }, gateway.url) });

interface Report {
  id?: number;
  doing?: 'looking' | 'writing' | 'left';
  tab?: string;
}

/** The others at the conversation, as the answer lists them; or the code of the error. */
async function report(
  gateway: TestGateway,
  person: Person,
  { id = CONVERSATION, doing = 'looking', tab }: Report = {},
) {
  const { body } = await ask(gateway, person, 'report-presence', {
    id,
    doing,
    tab: tab ?? `tab-of-${person}`,
    seq: ++seq,
  });
  return body.error ? body.error.data.error : body.result.data.people;
}

async function follow(gateway: TestGateway, person: Person): Promise<EventStream> {
  const stream = await openEventStream(
    gateway.url,
    pathOf(liveEvents.name, {}),
    headersOf({ token: tokenOf(person) }, null),
  );
  streams.push(stream);
  expect((await stream.next()).data).toMatchObject({ is_start: true });
  return stream;
}

const sara = (doing: 'looking' | 'writing' | 'away', has_answered = false) => ({
  ...{ member_id: PEOPLE.sara.memberId, doing, has_answered },
});
const told = (people: object[]) => ({ is_start: false, presence: [{ conversation_id: CONVERSATION, people }] });
const seen = (gateway: TestGateway, person: Person, people: object[]) =>
  pollUntil(async () => JSON.stringify(await report(gateway, person)) === JSON.stringify(people) || null, {
    what: () => JSON.stringify(people),
  });

test('members at one conversation on two gateways see each other look, write, answer and leave', async () => {
  const stream = await follow(first, 'ann');
  expect(await report(first, 'ann')).toEqual([]);
  await report(second, 'sara');
  expect((await stream.next()).data).toMatchObject(told([sara('looking')]));
  await report(second, 'sara', { doing: 'writing' });
  expect((await stream.next()).data).toMatchObject(told([sara('writing')]));
  expect((await ask(second, 'sara', 'send-from-dashboard', { id: CONVERSATION, message: 'Yes' })).status).toBe(200);
  expect((await stream.next()).data).toMatchObject(told([sara('looking', true)]));
  await report(second, 'sara', { doing: 'left' });
  expect((await stream.next()).data).toMatchObject(told([sara('away', true)]));
  await seen(second, 'sara', [{ member_id: PEOPLE.ann.memberId, doing: 'looking', has_answered: false }]);
});

test('a silent person disappears after 25 s, whatever became of their tab and gateway', async () => {
  await report(second, 'sara');
  await seen(first, 'ann', [sara('looking')]);
  const stream = await follow(first, 'ann');
  nowMs += 20_000;
  await report(first, 'ann');
  nowMs += 6_000;
  expect((await stream.next()).data).toMatchObject(told([]));
});

test('ignores a report that arrives late', async () => {
  const late = ++seq;
  await report(first, 'sara', { doing: 'left' });
  await ask(first, 'sara', 'report-presence', { id: CONVERSATION, tab: 'tab-of-sara', seq: late, doing: 'writing' });
  expect(await report(first, 'ann')).toEqual([]);
});

test('a tab is at one conversation at a time', async () => {
  await report(first, 'sara');
  await report(first, 'sara', { id: 8 });
  expect(await report(first, 'ann')).toEqual([]);
  expect(await report(first, 'ann', { id: 8 })).toEqual([sara('looking')]);
});

test('hides another tenant’s conversation like one that does not exist', async () => {
  await report(first, 'sara');
  expect(await report(first, 'eve')).toBe('unknown_conversation');
  expect(await report(first, 'eve', { id: 999 })).toBe('unknown_conversation');
  expect(await report(first, 'eve', { id: 9 })).toEqual([]);
  expect(await report(first, 'ann')).toEqual([sara('looking')]);
});

test('a stream reports only conversations where its member is, and nothing to a role without the inbox', async () => {
  const [ann, eve, dev] = await Promise.all([follow(first, 'ann'), follow(first, 'eve'), follow(second, 'dev')]);
  expect(await report(first, 'dev')).toBe('permission_denied');
  const heard: string[] = [];
  for (const [name, stream] of Object.entries({ eve, dev })) void stream.next().then(() => heard.push(name));
  await report(first, 'ann', { id: 8 });
  await report(first, 'sara');
  await report(first, 'sara', { id: 8, tab: 'second-tab' });
  // The first report is about the conversation where it is.
  expect((await ann.next()).data.presence).toEqual([{ conversation_id: 8, people: [sara('looking')] }]);
  await report(first, 'sara', { id: 8, tab: 'second-tab', doing: 'left' });
  expect((await ann.next()).data.presence).toEqual([{ conversation_id: 8, people: [] }]);
  expect(heard).toEqual([]);
});

test('refuses more than 60 reports in 10 s of one member, serves others, and looks the conversation up once', async () => {
  const before = asked;
  const answers: unknown[] = [];
  for (let i = 0; i < 61; i++) answers.push(await report(first, 'sara', { tab: `a-new-tab-${i}` }));
  expect(answers.filter((answer) => answer === 'rate_limited')).toHaveLength(1);
  expect(answers.at(-1)).toBe('rate_limited');
  expect(asked - before).toBeLessThanOrEqual(1);
  expect(await report(first, 'ann')).toEqual([sara('looking')]);
  nowMs += 10_000;
  expect(await report(first, 'sara')).toHaveLength(1);
});

test('a stream reports inbox changes of its own tenant only, and none to a role without the inbox', async () => {
  const [ann, eve, dev] = await Promise.all([follow(first, 'ann'), follow(second, 'eve'), follow(first, 'dev')]);
  const heard: string[] = [];
  for (const [name, stream] of Object.entries({ eve, dev })) void stream.next().then(() => heard.push(name));
  const hints = makeBusClient(second.carrier, { logger: silentLogger });
  hints.publishHint(inboxChanged, { tenantIds: [1, 3] });
  const page = { is_start: false, events: [], next_after: 'evt_start00000000', has_more: false };
  expect((await ann.next()).data).toEqual({ ...page, inbox_changed: true });
  hints.publishHint(inboxChanged, { tenantIds: [2] });
  await pollUntil(async () => heard.includes('eve') || null, { what: () => heard.join() });
  expect(heard).toEqual(['eve']);
});
