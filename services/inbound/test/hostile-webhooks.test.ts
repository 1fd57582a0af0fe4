import { receiveCallback } from '@parley/common/contracts/internal/receive-callback';
import type { storeComments } from '@parley/common/contracts/internal/store-comments';
import type { InputOf } from '@parley/common/define-contract';
import { AppError } from '@parley/common/errors';
import { signHub } from '@parley/providers/graph/signature';
import {
  DEEP_HOLE,
  hostileWebhooks,
  pageBody,
  pageEvent,
  tiktokBody,
  tiktokMessage as ttMessage,
  writeBody,
} from '@parley/testing/hostile-webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { APP_SECRET, type OpenInbound, openInbound } from './open-inbound.ts';
import { BOT, NUMBER } from './seed-database.ts';
import {
  bodyOf,
  changeOf,
  changeValue,
  messagesBody,
  statusesBody,
  textMessage,
  textUpdate,
  wamid,
} from './wa-bodies.ts';

const PAGE = '1001';
const IG = '2002';
const OPEN_ID = 'open-3003';
const LONG = 'x'.repeat(1_000_000);

let inbound: OpenInbound;
let comments: InputOf<typeof storeComments>['changes'];
let nextUpdate = 1;

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
    { request_id: 'req_test' },
  );
const post = (body: unknown) => meta(writeBody(body));

const pageMessage = (object: 'page' | 'instagram', id: string, message: Record<string, unknown>, event = {}) =>
  pageBody(object, id, [pageEvent(id, message, event)]);
const feed = (value: Record<string, unknown>) => ({
  object: 'page',
  entry: [
    {
      id: PAGE,
      time: 1_772_000_000,
      changes: [
        {
          field: 'feed',
          value: {
            item: 'comment',
            verb: 'add',
            post_id: `${PAGE}_5`,
            parent_id: `${PAGE}_5`,
            from: { id: '88', name: 'Jane' },
            ...value,
          },
        },
      ],
    },
  ],
});
const tt = (content: unknown, event?: string) => tiktokBody(OPEN_ID, content, event);
const wa = (...messages: unknown[]) => bodyOf(changeOf(changeValue({ messages })));
const location = { type: 'location', text: undefined, location: { latitude: 1, longitude: 2, extra: DEEP_HOLE } };

/** An honest message of the channel, by the same account, each with an id of its own. */
const HONEST: Record<string, (text: string) => Promise<unknown>> = {
  wa: (text) => inbound.receiveMeta(messagesBody('Ann', textMessage('15551234567', text))),
  tg: (text) => inbound.receiveTg(textUpdate(900_000 + nextUpdate++, 900_000 + nextUpdate++, text)),
  fb: (text) => inbound.receiveMeta(pageMessage('page', PAGE, { mid: `m_${Math.random()}`, text })),
  ig: (text) => inbound.receiveMeta(pageMessage('instagram', IG, { mid: `m_${Math.random()}`, text })),
  tt: (text) => inbound.receiveTt(tt(ttMessage({ text: { body: text } }))),
};

/** How a body gets in, signed, byte for byte. */
const SIGNED: Record<string, (raw: string) => Promise<unknown>> = {
  wa: meta,
  fb: meta,
  ig: meta,
  tg: (raw) => inbound.receiveTg(raw),
  tt: (raw) => inbound.receiveTt(raw),
};
const ACCOUNTS = { wa: NUMBER, tg: BOT, fb: PAGE, ig: IG, tt: OPEN_ID } as const;

type Send = () => Promise<unknown>;
/** Every kind of content in the form of every channel, and then what only one of them can hold. */
const HOSTILE: [channel: string, what: string, send: Send][] = [
  ...(['wa', 'tg', 'fb', 'ig', 'tt'] as const).flatMap((channel) =>
    hostileWebhooks(channel, ACCOUNTS[channel]).map(({ what, raw }): [string, string, Send] => [
      channel,
      what,
      async () => SIGNED[channel]?.(raw()),
    ]),
  ),
  [
    'wa',
    'a text that is nested without end',
    () => post(wa({ ...textMessage('1555', ''), text: { body: DEEP_HOLE } })),
  ],
  ['wa', 'a body that is nested without end', () => post({ object: 'whatsapp_business_account', entry: [DEEP_HOLE] })],
  ['wa', 'a body that is nothing but nesting', () => post(DEEP_HOLE)],
  ['wa', 'NUL within nesting without end', () => post(wa({ ...textMessage('1555', 'a\u0000'), ...location }))],
  ['wa', 'a time that is a word', () => post(messagesBody('A', textMessage('1555', 'when', { timestamp: 'now' })))],
  [
    'wa',
    'a kind that nobody knows',
    () => post(wa({ ...textMessage('1555', 'x'), type: 'hologram', hologram: { a: DEEP_HOLE } })),
  ],
  ['wa', 'a kind with a name of a megabyte', () => post(wa({ ...textMessage('1555', 'x'), type: LONG }))],
  [
    'wa',
    'a status beyond the year 9999',
    () => post(statusesBody({ id: wamid(), status: 'read', timestamp: '9e15', recipient_id: '1' })),
  ],
  [
    'wa',
    'a status with an error of a megabyte',
    () =>
      post(
        statusesBody({
          id: wamid(),
          status: 'failed',
          timestamp: '1772000000',
          recipient_id: '1',
          errors: [{ code: '\u0000', title: LONG }],
        }),
      ),
  ],
  [
    'wa',
    'a reaction without bounds',
    () => post(wa({ ...textMessage('1555', ''), type: 'reaction', reaction: { message_id: LONG, emoji: LONG } })),
  ],
  ['wa', 'a field that nobody knows', () => post(bodyOf(changeOf(changeValue({ x: DEEP_HOLE }), 'new_field')))],
  [
    'wa',
    '500 contacts',
    () =>
      post(
        wa({
          ...textMessage('1555', ''),
          type: 'contacts',
          contacts: Array.from({ length: 500 }, () => ({ name: { formatted_name: '\u0000' } })),
        }),
      ),
  ],
  [
    'tg',
    'numbers that are none',
    () => inbound.receiveTg({ update_id: 'x', message: { message_id: 1e300, date: 'x', chat: { id: '5' }, text: 7 } }),
  ],
  [
    'tg',
    'a file of an impossible size',
    () =>
      inbound.receiveTg({
        update_id: nextUpdate++,
        message: {
          message_id: 12,
          date: 1_772_000_000,
          chat: { id: 5, type: 'private' },
          document: { file_id: 'f', file_size: 1e300, file_name: LONG },
        },
      }),
  ],
  [
    'tg',
    'a contact with NUL',
    () =>
      inbound.receiveTg({
        update_id: nextUpdate++,
        message: {
          message_id: 13,
          date: 1_772_000_000,
          chat: { id: 5, type: 'private' },
          contact: { first_name: '\u0000\ud83d' },
        },
      }),
  ],
  ['tg', 'a kind that nobody knows', () => inbound.receiveTg({ update_id: nextUpdate++, hologram: LONG })],
  [
    'fb',
    'a watermark beyond the year 9999',
    () => post(pageMessage('page', PAGE, {}, { message: undefined, read: { watermark: 9e17 } })),
  ],
  [
    'fb',
    '1000 attachments',
    () =>
      post(
        pageMessage('page', PAGE, {
          mid: 'm_many',
          attachments: Array.from({ length: 1000 }, () => ({ type: 'image', payload: { url: 'https://x.example/1' } })),
        }),
      ),
  ],
  [
    'fb',
    'a comment beyond the year 9999',
    () => post(feed({ comment_id: `5_${Math.random()}`, message: 'late', created_time: 300_000_000_000 })),
  ],
  [
    'fb',
    'a comment before the epoch',
    () => post(feed({ comment_id: `5_${Math.random()}`, message: 'early', created_time: -5 })),
  ],
  [
    'fb',
    'a comment of a megabyte by nobody',
    () => post(feed({ comment_id: LONG, message: LONG, created_time: '1772000000', from: { id: LONG, name: LONG } })),
  ],
  [
    'fb',
    'a comment that is nested without end',
    () => post(feed({ comment_id: DEEP_HOLE, message: DEEP_HOLE, created_time: DEEP_HOLE })),
  ],
  [
    'ig',
    'a share that is nested without end',
    () => post(pageMessage('instagram', IG, { mid: 'm_igdeep', attachments: [{ type: 'share', payload: DEEP_HOLE }] })),
  ],
  [
    'ig',
    'a reaction without bounds',
    () =>
      post(
        pageMessage('instagram', IG, {}, { message: undefined, reaction: { mid: LONG, action: 'react', emoji: LONG } }),
      ),
  ],
  [
    'ig',
    'an edit at no time',
    () =>
      post(
        pageMessage(
          'instagram',
          IG,
          {},
          { message: undefined, timestamp: '9e300', message_edit: { mid: 'x', text: LONG, num_edit: '1' } },
        ),
      ),
  ],
  [
    'ig',
    'a comment at no time',
    () =>
      post({
        object: 'instagram',
        entry: [{ id: IG, time: 9e17, changes: [{ field: 'comments', value: { id: 1e300, text: 7, from: [] } }] }],
      }),
  ],
  [
    'tt',
    'a megabyte of quotes',
    () => inbound.receiveTt(tt(ttMessage({ text: { body: `1234567890123456${'\\"'.repeat(300_000)}` } }))),
  ],
  [
    'tt',
    'a comment with impossible numbers',
    () =>
      inbound.receiveTt(
        tt(
          { comment_id: 9e300, video_id: -1, comment_action: 'insert', timestamp: 9e17, text: '\u0000' },
          'comment.update',
        ),
      ),
  ],
  ['tt', 'an event that nobody knows', () => inbound.receiveTt(tt({ x: LONG }, LONG))],
];

describe('a correctly signed webhook is taken whatever it holds', () => {
  test.each(HOSTILE)('%s: %s; then an honest message on the same account arrives', async (channel, what, send) => {
    await expect(send()).resolves.toMatchObject({ items: expect.any(Number) });
    const text = `honest on ${channel} after ${what}`;
    await HONEST[channel]?.(text);
    const told = (await inbound.events('message.received')).map(({ data }) => data);
    expect(told.filter((data) => data.text === text)).toHaveLength(1);
    for (const { at } of comments) expect(new Date(at).getTime()).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000);
  });

  test('what is nested too deeply is quarantined for its tenant; the rest of the same call is told', async () => {
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

  test('500 messages in one call are told, each once', async () => {
    const messages = Array.from({ length: 500 }, (_, index) => textMessage(`1777${index}`, `many ${index}`));
    await inbound.receiveMeta(messagesBody('A', ...messages));
    await inbound.receiveMeta(messagesBody('A', ...messages));
    const told = (await inbound.events('message.received')).filter(({ data }) => String(data.text).startsWith('many '));
    expect(told).toHaveLength(500);
  });

  test('20,000 statuses in one call are taken', async () => {
    const statuses = Array.from({ length: 20_000 }, () => ({
      id: wamid(),
      status: 'read',
      timestamp: '1772000000',
      recipient_id: '1',
    }));
    await expect(inbound.receiveMeta(statusesBody(...statuses))).resolves.toEqual({ items: 20_000 });
  });
});

test('a comment that services/comments refuses is quarantined, its neighbours are stored, and the provider does not repeat', async () => {
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
