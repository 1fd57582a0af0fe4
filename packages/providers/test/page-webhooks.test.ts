import { parsePageWebhook } from '@parley/providers/graph/page-webhook';
import { describe, expect, test } from 'vitest';

const PAGE = '1908000000001';
const PERSON = '254459191289871';
const AT_MS = 1_780_000_000_000;
const AT = new Date(AT_MS);

const sides = { sender: { id: PERSON }, recipient: { id: PAGE } };
const onPage = (...messaging: unknown[]) =>
  parsePageWebhook({ object: 'page', entry: [{ id: PAGE, time: AT_MS, messaging }] });
const feed = (value: object, time = 1_780_000_100) =>
  parsePageWebhook({
    object: 'page',
    entry: [{ id: PAGE, time, changes: [{ field: 'feed', value: { item: 'comment', ...value } }] }],
  });
describe('messaging events of a page', () => {
  test('a delivery that only names messages is a receipt for each; with a watermark they add nothing', () => {
    expect(onPage({ ...sides, delivery: { mids: ['m_1', 'm_2'] } })).toMatchObject([
      { kind: 'receipt', status: 'delivered', providerMessageId: 'm_1', at: AT },
      { kind: 'receipt', status: 'delivered', providerMessageId: 'm_2', at: AT },
    ]);
    expect(onPage({ ...sides, delivery: { mids: ['m_1'], watermark: AT_MS } })).toMatchObject([
      { kind: 'watermark', status: 'delivered', peer: PERSON, until: AT },
    ]);
    expect(onPage({ ...sides, delivery: {} }, { ...sides, read: { seq: 1 } })).toMatchObject([
      { kind: 'unknown' },
      { kind: 'unknown' },
    ]);
  });

  test('an action of the account itself is an echo, or nothing', () => {
    const own = { sender: { id: PAGE }, recipient: { id: PERSON }, timestamp: AT_MS };
    expect(
      onPage(
        { ...own, message: { mid: 'm_1', text: 'hi' } },
        { ...own, reaction: { mid: 'm_1', action: 'react', emoji: '👍' } },
        { ...own, read: { watermark: AT_MS } },
        { ...own, message: { mid: 'm_2', is_echo: true } },
      ),
    ).toMatchObject([
      { kind: 'echo', to: { address: PERSON }, mayBeOurs: true },
      { kind: 'ignored' },
      { kind: 'ignored' },
      { kind: 'unknown' },
    ]);
  });

  test('a location has the same fields as on every channel', () => {
    const part = {
      type: 'location',
      title: 'Pin',
      url: 'https://maps.example/',
      payload: { coordinates: { lat: 1, long: 2 } },
    };
    expect(onPage({ ...sides, timestamp: AT_MS, message: { mid: 'm', attachments: [part] } })).toMatchObject([
      {
        attachments: [
          {
            type: 'location',
            url: null,
            payload: { latitude: 1, longitude: 2, name: 'Pin', url: 'https://maps.example/' },
          },
        ],
      },
    ]);
    expect(
      onPage({ ...sides, message: { mid: 'm', attachments: [{ type: 'location', payload: null }] } }),
    ).toMatchObject([{ attachments: [{ type: 'unsupported', payload: { type: 'location' } }] }]);
  });

  test.each([
    { type: 'reel', payload: { url: 'https://www.facebook.com/reel/1', title: 'r' } },
    { type: 'post', payload: { url: 'https://www.facebook.com/1/posts/2' } },
    { type: 'fallback', title: 'Link', url: 'https://example.com/', payload: null },
    { type: 'something_new', payload: { a: 1 } },
  ])('%j is kept whole, and no web page is fetched as a file', (part) => {
    expect(onPage({ ...sides, message: { mid: 'm', text: 'see', attachments: [part] } })).toMatchObject([
      { kind: 'message', text: 'see', attachments: [{ type: 'unsupported', payload: part, url: null }] },
    ]);
  });

  test('a referral alone is a separate item, and with a message or postback it is part of that item', () => {
    const referral = { ref: 'r', source: 'ADS', type: 'OPEN_THREAD' };
    const message = { mid: 'm', text: 'hi' };
    const origin = { source: 'ad', source_id: null, ref: 'r' };
    expect(
      onPage(
        { ...sides, referral },
        { ...sides, message: { ...message, referral } },
        { ...sides, message, referral },
        { ...sides, postback: { title: 'Start', payload: 's' }, referral },
        { ...sides, referral: { product: { id: '1' } } },
        { ...sides, never_heard_of: {} },
      ),
    ).toMatchObject([
      { kind: 'referral', account: { channel: 'fb', externalId: PAGE }, referral: origin },
      { kind: 'message', text: 'hi', attachments: [], referral: origin },
      { kind: 'message', text: 'hi', attachments: [], referral: origin },
      { kind: 'message', text: 'Start', referral: origin },
      { kind: 'notice', topic: 'referral', channel: 'fb', raw: { id: PAGE } },
      { kind: 'unknown' },
    ]);
  });

  test('a reaction without an emoji has the one of its name', () => {
    const react = (reaction: object) => onPage({ ...sides, reaction: { mid: 'm', action: 'react', ...reaction } });
    expect(react({ reaction: 'like' })).toMatchObject([{ action: 'added', emoji: '👍' }]);
    expect(react({ reaction: 'constructor' })).toMatchObject([{ action: 'added', emoji: 'constructor' }]);
    expect(react({})).toMatchObject([{ kind: 'unknown' }]);
  });

  test('the dashboard’s test button is ignored', () => {
    const value = { ...sides, timestamp: '1527459824', message: { mid: 'test_message_id', text: 'test_message' } };
    const body = (id: unknown) => ({
      object: 'page',
      entry: [{ id, time: 1, changes: [{ field: 'messages', value }] }],
    });
    expect(parsePageWebhook(body('0'))).toEqual([{ kind: 'ignored', reason: 'test event of the dashboard' }]);
    expect(parsePageWebhook(body(0))).toMatchObject([{ kind: 'ignored' }]);
    // The same form under a real page is a message; its time is text, in seconds.
    expect(parsePageWebhook(body(PAGE))).toMatchObject([
      { kind: 'message', text: 'test_message', at: new Date(1_527_459_824_000) },
    ]);
  });

  test('an id that lost digits in JSON is not a sender', () => {
    expect(onPage({ ...sides, sender: { id: 2 ** 53 }, message: { mid: 'm', text: 'x' } })).toMatchObject([
      { kind: 'unknown' },
    ]);
  });
});

describe('events of a conversation that another app handles', () => {
  const echo = {
    sender: { id: PAGE },
    recipient: { id: PERSON },
    message: { mid: 'm_2', text: 'theirs', is_echo: true },
  };
  const events = [
    { ...sides, timestamp: AT_MS, message: { mid: 'm_1', text: 'hi' } },
    { ...echo, timestamp: AT_MS },
    { ...sides, timestamp: AT_MS, postback: { mid: 'm_3', title: 'Start' } },
    { ...sides, timestamp: AT_MS, read: { watermark: AT_MS } },
    { ...sides, never_heard_of: {} },
  ];
  const read = [
    { kind: 'message', providerMessageId: 'm_1', text: 'hi', from: { address: PERSON }, isStandby: true },
    { kind: 'echo', providerMessageId: 'm_2', text: 'theirs', to: { address: PERSON }, isStandby: true },
    { kind: 'message', providerMessageId: 'm_3', text: 'Start', interactive: { type: 'postback' }, isStandby: true },
    { kind: 'watermark', status: 'read', peer: PERSON },
    { kind: 'unknown' },
  ];

  test('are read like its own, and messages are marked', () => {
    const standby = { object: 'page', entry: [{ id: PAGE, time: AT_MS, standby: events }] };
    expect(parsePageWebhook(standby)).toMatchObject(read);
    expect(onPage(...events).every((item) => !('isStandby' in item))).toBe(true);
  });

  test('may arrive as changes', () => {
    const changes = events.map((value) => ({ field: 'standby', value }));
    expect(parsePageWebhook({ object: 'page', entry: [{ id: PAGE, time: AT_MS, changes }] })).toMatchObject(read);
  });
});

describe('comments on a page', () => {
  const added = { verb: 'add', comment_id: '122_9', post_id: `${PAGE}_122`, created_time: 1_780_000_000 };

  test('have their creation time when they are written, and the webhook’s time when they change', () => {
    expect(feed(added)).toMatchObject([{ change: 'added', at: AT }]);
    for (const [verb, change] of [
      ['edited', 'edited'],
      ['edit', 'edited'],
      ['update', 'edited'],
      ['remove', 'removed'],
      ['delete', 'removed'],
    ])
      expect(feed({ ...added, verb })).toMatchObject([{ change, at: new Date(1_780_000_100_000) }]);
    expect(feed({ ...added, verb: 'pin' })).toMatchObject([{ kind: 'unknown' }]);
  });

  test('without a person and a text are still comments', () => {
    expect(feed({ ...added, photo: 'https://scontent.xx.fbcdn.net/1.jpg' })).toMatchObject([
      { kind: 'comment', from: null, text: '', isOwn: false, parentId: null },
    ]);
  });

  test('have their photos and their video, also without a text', () => {
    const url = (name: string) => `https://scontent.xx.fbcdn.net/${name}`;
    const image = (name: string) => ({ type: 'image', url: url(name) });
    const video = { type: 'video', url: url('1.mp4') };
    expect(feed({ ...added, photo: url('1.jpg') })).toMatchObject([{ text: '', media: [image('1.jpg')] }]);
    expect(feed({ ...added, video: url('1.mp4') })).toMatchObject([{ text: '', media: [video] }]);
    const several = { photos: [url('1.jpg'), url('2.jpg')], video: url('1.mp4'), message: 'see' };
    expect(feed({ ...added, ...several })).toMatchObject([
      { text: 'see', media: [image('1.jpg'), image('2.jpg'), video] },
    ]);
    const [unknownAddress] = feed({ ...added, photo: 'javascript:alert(1)' });
    expect(unknownAddress).not.toHaveProperty('media');
  });

  test('are top-level for every form of the post’s id', () => {
    expect(feed({ ...added, parent_id: '122' })).toMatchObject([{ parentId: null }]);
    expect(feed({ ...added, parent_id: '122_5' })).toMatchObject([{ parentId: '122_5' }]);
    expect(feed({ ...added, post_id: undefined, post: { id: `${PAGE}_122` } })).toMatchObject([
      { postId: `${PAGE}_122` },
    ]);
  });
});

test('the body of another object is unknown', () => {
  expect(parsePageWebhook({ object: 'instagram', entry: [] })).toMatchObject([{ kind: 'unknown', channel: 'fb' }]);
});
