import type { EventType } from '@parley/common/events';
import { EVENT_DATA } from '@parley/common/events/event-data';
import { OPT_IN_EVENT_TYPES } from '@parley/common/events/event-types';
import { RECEIVED_LIMITS } from '@parley/common/messages/received-content';
import { pageBody, pageEvent } from '@parley/testing/hostile/hostile-webhooks';
import { expect, test } from 'vitest';
import { tiktok as bodyOfTiktok, IG, OPEN_ID, PAGE } from '../../test/hostile-cases.ts';
import { openForTest } from '../../test/open-inbound.ts';
import { textUpdate } from '../../test/wa-bodies.ts';

const CONTROLS = '\u0000\u0001\u001b[31m\u202e\ud800';
const LONG = `${CONTROLS}${'x'.repeat(10_000)}`;
/** {@link LONG} as it is stored: PostgreSQL takes neither NUL nor half of a pair. */
const CLEANED = `\u0001\u001b[31m\u202e\ufffd${'x'.repeat(10_000)}`;
const NEW_MEMBERS: object = JSON.parse(
  '{"member_of_next_year":{"a":[1]},"__proto__":{"kind":"echo"},"constructor":"x","toString":7}',
);

async function open() {
  const inbound = await openForTest();
  await inbound.rows(`UPDATE api_keys SET events = events || $1::text[], receipts = '{tt}'`, [...OPT_IN_EVENT_TYPES]);
  const { tenantId } = inbound;
  for (const [channel, externalId] of [
    ['fb', PAGE],
    ['ig', IG],
    ['tt', OPEN_ID],
  ] as const)
    await inbound.addAccount({ tenantId, channel, externalId });
  let events = 0;
  /** The data of the events that these deliveries caused; each is valid, and nothing is quarantined. */
  const after = async (deliver: () => Promise<unknown>) => {
    await deliver();
    const all = await inbound.events();
    const fresh = all.slice(events);
    events = all.length;
    for (const { type, data } of fresh) expect(EVENT_DATA[type as EventType].parse(data)).toEqual(data);
    expect(await inbound.rows('SELECT 1 FROM quarantined_elements')).toEqual([]);
    return fresh.map(({ type, data }): Record<string, unknown> => ({ type, ...data }));
  };
  const page = (object: 'page' | 'instagram', ...given: object[]) => {
    const id = object === 'page' ? PAGE : IG;
    return inbound.receiveMeta(
      pageBody(
        object,
        id,
        given.map((event) => pageEvent(id, {}, { message: undefined, ...event })),
      ),
    );
  };
  return { inbound, after, page };
}

let messages = 0;
const pressed = (given: object, message: object = {}) => ({
  update_id: ++messages,
  callback_query: {
    id: `${++messages}`,
    from: { id: 42, is_bot: false, first_name: 'Ann' },
    message: { message_id: 9, date: 1, chat: { id: 42, type: 'private' }, ...message },
    ...given,
    ...NEW_MEMBERS,
  },
});

test.each([
  ['control characters and 10 kB', LONG, CLEANED],
  ['another bot’s JSON', '{"a":"__proto__","s":"\\u0000"}', '{"a":"__proto__","s":"\\u0000"}'],
  ['a name of an object’s own members', 'constructor', 'constructor'],
])('callback data that Parley did not make is reported as received: %s', async (_what, data, shown) => {
  const { inbound, after } = await open();
  const rows = Array.from({ length: 5000 }, () => [{ text: 'other', callback_data: 'other' }, null, 7]);
  const keyboard = { reply_markup: { inline_keyboard: [...rows, 'no row', [{ text: LONG, callback_data: data }]] } };
  const [event] = await after(() => inbound.receiveTg(pressed({ data }, keyboard)));
  expect(event).toMatchObject({ text: shown, interactive: { type: 'button', id: shown, title: CLEANED, data: null } });
  const [next] = await after(() => inbound.receiveTg(pressed({ data: 'y' })));
  expect(next).toMatchObject({ interactive: { id: 'y', title: 'y' } });
});

test('payloads and titles of fb and ig with control characters and of 10 kB are reported as received', async () => {
  const { after, page } = await open();
  for (const object of ['page', 'instagram'] as const) {
    const choices = [
      { message: { mid: `m_q_${object}`, text: LONG, quick_reply: { payload: LONG, ...NEW_MEMBERS } } },
      { postback: { mid: `m_p_${object}`, title: LONG, payload: LONG, ...NEW_MEMBERS } },
    ];
    const events = await after(() => page(object, ...choices));
    expect(events.map(({ interactive }) => interactive)).toEqual([
      { type: 'quick_reply', id: CLEANED, title: CLEANED, data: null },
      { type: 'postback', id: CLEANED, title: CLEANED, data: null },
    ]);
  }
});

test.each([
  ['a script', 'javascript:alert(1)'],
  ['a script after a blank', ' javascript:alert(1)'],
  ['data', 'data:text/html,x'],
  ['a file', 'file:///etc/passwd'],
  ['an address without a scheme', '//x'],
  ['10 kB', LONG],
  ['a number', 7],
])('a referral address that is not a web address is reported as null: %s', async (_what, address) => {
  const { inbound, after, page } = await open();
  const ad = { source: 'ADS', ad_id: LONG, ref: LONG, ads_context_data: { ad_title: LONG, photo_url: address } };
  const link = { source: 'SHORTLINK', ref: 'r', referer_uri: address };
  const tiktokAd = { source: 'ad', ad: { ad_id: '1', embed_url: address, ad_name: LONG } };
  const person = { from_user: { id: 'p' }, timestamp: Date.now(), conversation_id: 'c' };
  const events = await after(async () => {
    await page('page', { referral: ad }, { message: { mid: 'm_r', text: 'hi', referral: link } });
    await page('instagram', { referral: link });
    await inbound.receiveTt(bodyOfTiktok({ ...person, referral: tiktokAd }, 'im_referral_msg'));
  });
  expect(events).toHaveLength(4);
  for (const { referral } of events) expect(referral).toMatchObject({ url: null, media_url: null });
  const onFb = events.find(({ type, channel }) => type === 'contact.referral' && channel === 'fb');
  expect(Object(onFb?.referral).headline).toHaveLength(RECEIVED_LIMITS.headline);
  expect(onFb?.referral).toMatchObject({ source_id: expect.stringMatching(/^sha256:/), ref: null });
});

test('a location without coordinates is reported as unsupported with its payload, on tg and fb', async () => {
  const { inbound, after, page } = await open();
  for (const [latitude, longitude] of [
    ['NaN', 'NaN'],
    [null, 1],
    ['1e999', {}],
  ]) {
    const given = { text: undefined, location: { latitude, longitude }, ...NEW_MEMBERS };
    const [onTg] = await after(() => inbound.receiveTg(textUpdate(42, ++messages, '', given)));
    expect(onTg?.attachments).toMatchObject([{ type: 'unsupported', payload: { location: { latitude } } }]);
    const coordinates = { lat: latitude, long: longitude };
    const attachments = [{ type: 'location', payload: { coordinates } }];
    const [onFb] = await after(() => page('page', { message: { mid: `m_l_${++messages}`, attachments } }));
    expect(onFb?.attachments).toMatchObject([{ type: 'unsupported' }]);
  }
});

test('a poll of 10,000 options is quarantined, and a vote for all of them is truncated', async () => {
  const { inbound, after } = await open();
  const options = Array.from({ length: 10_000 }, (_, at) => ({ text: `${at}`, voter_count: 0 }));
  const vote = {
    poll_id: '5',
    user: { id: 42, is_bot: false, first_name: 'Ann' },
    option_ids: options.map((_, at) => at),
  };
  const odd = { ...vote, option_ids: [-1, 1.5, 'x', null, 2 ** 60, 3], ...NEW_MEMBERS };
  const [all] = await after(() => inbound.receiveTg({ update_id: ++messages, poll_answer: vote }));
  expect(Object(all?.poll_answer).options).toHaveLength(RECEIVED_LIMITS.pollOptions);
  const [some] = await after(() => inbound.receiveTg({ update_id: ++messages, poll_answer: odd }));
  expect(some?.poll_answer).toEqual({ options: [{ index: 3, title: null }] });
  const given = { text: undefined, poll: { id: '5', question: 'Q', options } };
  await inbound.receiveTg(textUpdate(42, ++messages, '', given));
  expect(await inbound.rows('SELECT kind, reason FROM quarantined_elements')).toEqual([
    { kind: 'message', reason: 'attachments too large' },
  ]);
});

test('mentions and start parameters of any form never make a message fail', async () => {
  const { inbound, after } = await open();
  const entities = [
    { type: 'mention', offset: -5, length: 1e9 },
    { type: 'mention', offset: 0, length: 'x' },
    { type: 'text_mention', user: { id: 'no number' } },
    ...Array.from({ length: 5000 }, (_, id) => ({ type: 'text_mention', user: { id } })),
  ];
  const [mentioning] = await after(() => inbound.receiveTg(textUpdate(42, ++messages, '@a b', { entities })));
  expect(mentioning?.mentions).toHaveLength(RECEIVED_LIMITS.mentions);
  for (const text of [
    `/start ${'a'.repeat(65)}`,
    '/start javascript:alert(1)',
    '/start',
    `/start a\u0001`,
    '/startx a',
  ]) {
    const [started] = await after(() => inbound.receiveTg(textUpdate(42, ++messages, text)));
    expect(started).not.toHaveProperty('referral');
  }
});
