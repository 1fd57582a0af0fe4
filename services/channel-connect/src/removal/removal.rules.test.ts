import { describe, expect, test } from 'vitest';
import { planRemoval, type RemovableAccount, removalCallOf, retryAtOf, undoCallOf } from './removal.rules.ts';

const CONNECTED_AT = new Date('2026-05-01T12:00:00.000Z');
const AUTHORIZED_AT = new Date('2026-05-02T12:00:00.000Z');
const before = (moment: Date): Date => new Date(moment.getTime() - 1);

const account = (given: Partial<RemovableAccount>): RemovableAccount => ({
  id: 1,
  tenantId: 1,
  channel: 'fb',
  externalId: 'p1',
  name: 'Shop',
  number: null,
  wabaId: null,
  credentials: 'sealed',
  connectedAt: CONNECTED_AT,
  offlineSince: null,
  authorizedAt: AUTHORIZED_AT,
  ...given,
});
const PAGE = account({});
const INSTAGRAM = account({ id: 2, channel: 'ig', externalId: 'i1' });
const remove = (one: RemovableAccount, given: object = {}, rows = [one]) =>
  planRemoval(rows, { channel: one.channel, externalId: one.externalId, reason: 'api', ...given });

describe('the provider call', () => {
  test.each([
    ['a page', PAGE, { kind: 'fb_page', externalId: 'p1' }],
    ['an Instagram account', INSTAGRAM, null],
    ['a bot', account({ channel: 'tg', externalId: 'b1' }), { kind: 'tg_webhook', externalId: 'b1' }],
    ['a TikTok account', account({ channel: 'tt', externalId: 't1' }), { kind: 'tt_token', externalId: 't1' }],
    ['a number', account({ channel: 'wa', externalId: 'n1', wabaId: 'w1' }), { kind: 'wa_app', externalId: 'w1' }],
    ['a number without a business account', account({ channel: 'wa', externalId: 'n1' }), null],
  ])('%s', (_what, one, job) => {
    expect(remove(one)?.job ?? null).toEqual(job && { ...job, credentials: 'sealed' });
  });

  test.each(['partner_removed', 'account_offboarded', 'account_deleted', 'account_disabled'])(
    'none for a number whose account is gone: %s',
    (reason) => {
      expect(remove(account({ channel: 'wa', externalId: 'n1', wabaId: 'w1' }), { reason })?.job).toBeNull();
    },
  );

  test('none with a dead token', () => {
    expect(remove(PAGE, { reason: 'token_revoked' })?.job).toBeNull();
  });
});

describe('the removed accounts', () => {
  test('none if the account is not connected', () => {
    expect(remove(PAGE, {}, [])).toBeNull();
    expect(remove(PAGE, {}, [INSTAGRAM])).toBeNull();
  });

  test('an account with the same id on another channel stays', () => {
    expect(remove(PAGE, {}, [account({ channel: 'tg' })])).toBeNull();
  });

  test.each([
    ['api', 'linked_channel_removed'],
    ['dashboard', 'linked_channel_removed'],
    ['token_revoked', 'token_revoked'],
  ])('a page is removed with the reason %s, and its Instagram account with the reason %s', (reason, linkedReason) => {
    // The linked row may be the older one.
    expect(remove(PAGE, { reason }, [INSTAGRAM, PAGE])).toMatchObject({
      gone: [
        { account: PAGE, reason },
        { account: INSTAGRAM, reason: linkedReason },
      ],
      linked: [INSTAGRAM],
    });
  });
});

describe('the conditions of a removal', () => {
  test.each([
    ['an authorization a millisecond later', PAGE, { authorizedAfter: before(AUTHORIZED_AT) }, false],
    ['an authorization at the very moment', PAGE, { authorizedAfter: AUTHORIZED_AT }, true],
    [
      'without one: a later connection',
      account({ authorizedAt: null }),
      { authorizedAfter: before(CONNECTED_AT) },
      false,
    ],
    ['without one: the connection itself', account({ authorizedAt: null }), { authorizedAfter: CONNECTED_AT }, true],
    ['other credentials', PAGE, { credentialsDifferFrom: 'older' }, false],
    ['the same credentials', PAGE, { credentialsDifferFrom: 'sealed' }, true],
  ])('%s', (_what, one, unless, goes) => {
    expect(remove(one, { unless }) !== null).toBe(goes);
  });
});

const NOW = new Date('2026-05-01T12:00:00.000Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);
const DAY_MS = 24 * 3_600_000;

test.each([
  ['0.5 s after the first attempt', 1, ago(1000), 500],
  ['2 s after the second', 2, ago(1000), 2000],
  ['8 s after the third', 3, ago(1000), 8000],
  ['an hour after many', 20, ago(DAY_MS - 1), 3_600_000],
  ['never after a day of failures', 20, ago(DAY_MS), null],
])('a failed removal is tried again: %s', (_what, attempts, createdAt, pauseMs) => {
  const expected = pauseMs === null ? null : new Date(NOW.getTime() + pauseMs);
  expect(retryAtOf({ attempts, createdAt }, NOW)).toEqual(expected);
});

const called = { externalId: '1', wabaId: null, credentials: 'sealed' };
test.each([
  ['fb', called, 'fb_page', 'fb_page'],
  ['ig', called, undefined, undefined],
  ['tg', called, 'tg_webhook', 'tg_webhook'],
  ['tt', called, 'tt_token', undefined],
  ['wa', called, undefined, undefined],
  ['wa', { ...called, wabaId: '2' }, 'wa_app', 'wa_app'],
] as const)('the provider calls of a removal and of a reverted connection on %s', (channel, given, removal, undo) => {
  expect(removalCallOf({ channel, ...given })?.kind).toBe(removal);
  expect(undoCallOf({ channel, ...given })?.kind).toBe(undo);
});
