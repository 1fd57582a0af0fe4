import { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import type { storeComments } from '@parley/common/contracts/internal/store-comments';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { signHub } from '@parley/providers/graph/signature';
import { tiktokMessage, writeBody } from '@parley/testing/hostile/hostile-webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  feed,
  IG,
  location,
  makeHostileCases,
  nextUpdateId,
  OPEN_ID,
  PAGE,
  pageMessage,
  tiktok,
  wa,
} from '../../test/hostile-cases.ts';
import { APP_SECRET, type OpenInbound, openInbound } from '../../test/open-inbound.ts';
import { NUMBER } from '../../test/seed-database.ts';
import { messagesBody, statusesBody, textMessage, textUpdate, wamid } from '../../test/wa-bodies.ts';

let inbound: OpenInbound;
let comments: InputOf<typeof storeComments>['changes'];

beforeAll(async () => {
  inbound = await openInbound();
  const { tenantId } = inbound;
  await inbound.addAccount({ tenantId, channel: 'fb', externalId: PAGE, name: 'Page' });
  await inbound.addAccount({ tenantId, channel: 'ig', externalId: IG, name: 'Gram' });
  await inbound.addAccount({ tenantId, channel: 'tt', externalId: OPEN_ID, name: 'Tok' });
  comments = [];
  await inbound.startNeighbours({
    async storeComments({ changes }) {
      if (changes.some(({ text }) => text === 'refused')) throw new AppError('invalid_changes');
      comments.push(...changes.filter(({ text }) => text !== 'unstorable'));
    },
    refusedOf: ({ changes }) =>
      changes.flatMap(({ text }, index) =>
        text === 'unstorable' ? [{ index, reason: 'refused by the database (22008)' }] : [],
      ),
  });
}, 60_000);
afterAll(() => inbound.close());

const meta = (raw: string) =>
  inbound.bus.call(
    receiveCallback,
    { provider: 'meta', account: null, raw, signature: signHub(Buffer.from(raw), APP_SECRET) },
    { requestId: 'req_test' },
  );
const post = (body: unknown) => meta(writeBody(body));

/** A normal message of the channel on the same account, each with a new id. */
const HONEST: Record<string, (text: string) => Promise<unknown>> = {
  wa: (text) => inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', text))),
  tg: (text) => inbound.receiveTg(textUpdate(900_000 + nextUpdateId(), 900_000 + nextUpdateId(), text)),
  fb: (text) => inbound.receiveMeta(pageMessage('page', PAGE, { mid: `m_${Math.random()}`, text })),
  ig: (text) => inbound.receiveMeta(pageMessage('instagram', IG, { mid: `m_${Math.random()}`, text })),
  tt: (text) => inbound.receiveTt(tiktok(tiktokMessage({ text: { body: text } }))),
};

const HOSTILE = makeHostileCases({
  meta,
  tg: (update) => inbound.receiveTg(update),
  tt: (body) => inbound.receiveTt(body),
});

describe('a correctly signed webhook is accepted whatever it contains', () => {
  test.each(HOSTILE)('%s: %s; then a normal message on the same account arrives', async (channel, what, send) => {
    await expect(send()).resolves.toMatchObject({ items: expect.any(Number) });
    const text = `honest on ${channel} after ${what}`;
    await HONEST[channel]?.(text);
    const reported = (await inbound.events('message.received')).map(({ data }) => data);
    expect(reported.filter((data) => data.text === text)).toHaveLength(1);
  });

  test('a comment with an impossible time is stored with a valid one', () => {
    const tomorrow = Date.now() + 24 * 3_600_000;
    const times = comments.filter(({ text }) => text === 'late' || text === 'early').map(({ at }) => Date.parse(at));
    expect(times).toHaveLength(2);
    expect(times.filter((time) => !(time >= 0 && time <= tomorrow))).toEqual([]);
  });

  test('a too deeply nested element is quarantined for its tenant; the rest of the call is reported', async () => {
    await inbound.rows('DELETE FROM quarantined_elements');
    const [before, after] = ['before the deep one', 'after the deep one'].map((text) =>
      textMessage('15551234567', text),
    );
    await post(wa(before, { ...textMessage('1555', ''), ...location }, after));
    const texts = (await inbound.events('message.received')).map(({ data }) => data.text);
    expect(texts).toEqual(expect.arrayContaining(['before the deep one', 'after the deep one']));
    expect(
      await inbound.rows('SELECT tenant_id, channel, external_id, source, kind, reason FROM quarantined_elements'),
    ).toEqual([
      {
        tenant_id: inbound.tenantId,
        channel: 'wa',
        external_id: NUMBER,
        source: 'webhook',
        kind: 'message',
        reason: 'nested too deeply',
      },
    ]);
  });

  test('500 messages in one call are reported, each once', async () => {
    const messages = Array.from({ length: 500 }, (_, index) => textMessage(`1777${index}`, `many ${index}`));
    await inbound.receiveMeta(messagesBody('A', ...messages));
    await inbound.receiveMeta(messagesBody('A', ...messages));
    const reported = (await inbound.events('message.received')).filter(({ data }) =>
      String(data.text).startsWith('many '),
    );
    expect(reported).toHaveLength(500);
  });

  test('20,000 statuses in one call are accepted', async () => {
    const statuses = Array.from({ length: 20_000 }, () => ({
      id: wamid(),
      status: 'read',
      timestamp: '1772000000',
      recipient_id: '1',
    }));
    await expect(inbound.receiveMeta(statusesBody(...statuses))).resolves.toEqual({ items: 20_000 });
  });
});

test('a comment that services/comments refuses is quarantined, the others are stored, and the provider does not repeat', async () => {
  await inbound.rows('DELETE FROM quarantined_elements');
  const entries = ['one', 'refused', 'unstorable', 'two'].flatMap(
    (message) => feed({ comment_id: `6_${message}`, message, created_time: 1_772_000_000 }).entry,
  );
  await expect(inbound.receiveMeta({ object: 'page', entry: entries })).resolves.toEqual({ items: 4 });
  expect(comments.map(({ text }) => text)).toEqual(expect.arrayContaining(['one', 'two']));
  expect(
    await inbound.rows('SELECT channel, external_id, source, kind, reason FROM quarantined_elements ORDER BY reason'),
  ).toEqual(
    ['invalid_changes', 'refused by the database (22008)'].map((reason) => ({
      channel: 'fb',
      external_id: PAGE,
      source: 'comment',
      kind: 'comment',
      reason,
    })),
  );
});
