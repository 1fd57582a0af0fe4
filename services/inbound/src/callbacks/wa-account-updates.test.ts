import { marketingTermsSigned } from '@parley/common/hints';
import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';

const WABA = '102290129340398';
const AT = 1_772_359_200;

const update = (value: unknown, field = 'account_update', id = WABA) => ({
  object: 'whatsapp_business_account',
  entry: [{ id, time: AT, changes: [{ field, value }] }],
});
const observedAt = new Date(AT * 1000 + 999).toISOString();

async function reportsOf(body: unknown): Promise<unknown[]> {
  const inbound = await openForTest();
  const reports: unknown[] = [];
  await inbound.startNeighbours({
    async reportBusiness(report) {
      reports.push(report);
    },
  });
  await inbound.receiveMeta(body);
  // It is also kept as a notice, like every account field.
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toHaveLength(1);
  return reports;
}

test.each([
  [{ event: 'PARTNER_REMOVED', waba_info: { waba_id: '980' } }, '980', 'partner_removed'],
  [{ event: 'PARTNER_APP_UNINSTALLED' }, WABA, 'partner_removed'],
  [{ event: 'ACCOUNT_DELETED' }, WABA, 'account_deleted'],
  [{ event: 'ACCOUNT_DISABLED' }, WABA, 'account_disabled'],
  [{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }, WABA, 'account_disabled'],
  [{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: ['DISABLE'] } }, WABA, 'account_disabled'],
  [{ event: 'DISABLED_UPDATE' }, WABA, 'account_disabled'],
])('account_update %j is reported as the end of business account %s: %s', async (value, wabaId, reason) => {
  expect(await reportsOf(update(value))).toEqual([
    { wabaId, number: null, observedAt, news: { kind: 'gone', reason } },
  ]);
});

test.each([
  [{ event: 'ACCOUNT_OFFBOARDED' }, null, 'offline'],
  [{ event: 'ACCOUNT_OFFBOARDED', phone_number: '15550783881' }, '15550783881', 'offline'],
  [{ event: 'ACCOUNT_RECONNECTED' }, null, 'online'],
  [{ event: 'ACCOUNT_RECONNECTED', phone_number: '+1 555-078-3881' }, '15550783881', 'online'],
])('account_update %j holds or resumes number %s: %s', async (value, number, kind) => {
  expect(await reportsOf(update(value))).toEqual([{ wabaId: WABA, number, observedAt, news: { kind } }]);
});

/** Reasons of Meta to end the use of one number that is on the WhatsApp Business app. */
const REASONS = [
  'PRIMARY_INACTIVITY',
  'COMPANION_INACTIVITY',
  'BUSINESS_DOWNGRADE',
  'CHANGE_NUMBER',
  'USER_RE_REGISTERED',
  'ACCOUNT_DISCONNECTED',
];

test.each<[object | undefined, object]>([
  ...REASONS.map((reason): [object, object] => [{ reason, initiated_by: 'SYSTEM' }, { platformReason: reason }]),
  [{ reason: 'no code' }, {}],
  [undefined, {}],
])('a removed partner with the reason %j concerns the named number alone', async (disconnection_info, reason) => {
  const value = { event: 'PARTNER_REMOVED', phone_number: '15550783881', disconnection_info };
  expect(await reportsOf(update(value))).toEqual([
    {
      wabaId: WABA,
      number: '15550783881',
      observedAt,
      news: { kind: 'gone', reason: 'partner_removed', ...reason },
    },
  ]);
});

test('a restriction of a number is reported for it alone, although its entry has the id 0', async () => {
  const value = {
    event: 'ACCOUNT_RESTRICTION',
    phone_number: '15550783881',
    restriction_info: [{ restriction_type: 'RESTRICTED_SENDING' }],
  };
  expect(await reportsOf(update(value, 'account_update', '0'))).toMatchObject([
    { wabaId: '0', number: '15550783881', news: { kind: 'restricted' } },
  ]);
});

test.each([
  [
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: 'RESTRICTED_SENDING', expiration: 4_102_444_800 }],
    },
    [{ type: 'RESTRICTED_SENDING', until: '2100-01-01T00:00:00.000Z' }],
  ],
  [
    { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'RESTRICTED_SENDING' }, 7, {}] },
    [{ type: 'RESTRICTED_SENDING', until: null }],
  ],
  [
    { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'RESTRICTED_SENDING', expiration: 1e300 }] },
    [{ type: 'RESTRICTED_SENDING', until: null }],
  ],
  [
    { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'SCHEDULE_FOR_DISABLE' } },
    [{ type: 'SCHEDULE_FOR_DISABLE', until: null }],
  ],
  [{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }, []],
])('account_update %j is reported as restrictions %j', async (value, restrictions) => {
  expect(await reportsOf(update(value))).toEqual([
    { wabaId: WABA, number: null, observedAt, news: { kind: 'restricted', restrictions } },
  ]);
});

test.each([
  [
    { event: 'FLAGGED', current_limit: 'TIER_1K' },
    { rating: 'RED', limitTier: 'TIER_1K' },
  ],
  [
    { event: 'UNFLAGGED', current_limit: 'TIER_1K' },
    { rating: 'UNKNOWN', limitTier: 'TIER_1K' },
  ],
  [{ event: 'UPGRADE', current_limit: 'TIER_10K' }, { limitTier: 'TIER_10K' }],
])('phone_number_quality_update %j is reported as %j', async (value, quality) => {
  const body = update({ display_phone_number: '1 650-555-1111', ...value }, 'phone_number_quality_update');
  expect(await reportsOf(body)).toEqual([
    { wabaId: WABA, number: '16505551111', observedAt, news: { kind: 'rated', ...quality } },
  ]);
});

test.each([
  [{ event: 'UPGRADE', max_daily_conversations_per_business: 'TIER_2K', current_limit: 'TIER_1K' }, 'TIER_2K'],
  [{ max_daily_conversations_per_business: 2000, max_phone_numbers_per_waba: 25 }, 'TIER_2K'],
  [{ max_daily_conversation_per_phone: 250 }, 'TIER_250'],
  [{ max_daily_conversation_per_phone: -1 }, 'TIER_UNLIMITED'],
])('business_capability_update %j sets the limit %s of every number', async (value, limitTier) => {
  expect(await reportsOf(update(value, 'business_capability_update'))).toEqual([
    { wabaId: WABA, number: null, observedAt, news: { kind: 'rated', limitTier } },
  ]);
});

test.each([
  [{ max_daily_conversations_per_business: -7 }, 'business_capability_update'],
  [{ max_daily_conversations_per_business: { $gt: 1 } }, 'business_capability_update'],
  [{ max_phone_numbers_per_business: 2 }, 'business_capability_update'],
  [{ event: 'PARTNER_ADDED', waba_info: { waba_id: '980' } }, 'account_update'],
  [{ event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'ADULT' } }, 'account_update'],
  [{ event: 'constructor' }, 'account_update'],
  ['PARTNER_REMOVED', 'account_update'],
  [{ event: 'FLAGGED' }, 'phone_number_quality_update'],
  [{ event: 'PARTNER_REMOVED' }, 'account_review_update'],
])('%j of %s is kept, and not reported', async (value, field) => {
  expect(await reportsOf(update(value, field))).toEqual([]);
});

test('while services/channel-connect is unavailable, Meta is asked to repeat the end of an account', async () => {
  const inbound = await openForTest();
  await expect(inbound.receiveMeta(update({ event: 'ACCOUNT_DELETED' }))).rejects.toMatchObject({
    code: 'service_unavailable',
    extras: { retry_after: 1 },
  });
});

test('accepted terms of the Marketing Messages API reach the workers that send, and change no number', async () => {
  const inbound = await openForTest();
  const reports: unknown[] = [];
  await inbound.startNeighbours({
    async reportBusiness(report) {
      reports.push(report);
    },
  });
  const signed: string[] = [];
  inbound.bus.onHint(marketingTermsSigned, ({ wabaId }) => signed.push(wabaId));
  await inbound.receiveMeta(update({ event: 'MM_LITE_TERMS_SIGNED' }));
  await expect.poll(() => signed).toEqual([WABA]);
  expect(reports).toEqual([]);
  expect(await inbound.rows('SELECT 1 FROM unknown_provider_events')).toHaveLength(1);
});
