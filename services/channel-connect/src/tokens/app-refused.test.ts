import { pollUntil } from '@parley/testing/poll-until';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenChannelConnect, openChannelConnect } from '../../test/open-channel-connect.ts';
import { walkOverWire } from '../../test/walk-over-wire.ts';

let service: OpenChannelConnect;
beforeAll(async () => {
  service = await openChannelConnect({
    startsAt: new Date('2026-07-01T12:00:00Z'),
    variables: { PARLEY_META_APP_SECRET: 'not the secret', PARLEY_TIKTOK_APP_SECRET: 'not the secret' },
  });
  await service.database.db.prisma.recipient.create({
    data: { tenantId: null, name: 'Op', language: 'en', timeZone: 'UTC', createdAt: new Date() },
  });
});
afterAll(() => service[Symbol.asyncDispose]());

const facts = () => service.database.db.prisma.notificationFact.findMany({ orderBy: { id: 'asc' } });
const untilReported = (count: number) =>
  pollUntil(async () => ((await facts()).length >= count ? true : null), {
    what: () => `${count} facts`,
  });

// docs/reference/notifications.md#kinds
test('an app refused by its platform is reported to the operator’s recipients, once a day per platform', async () => {
  const tenant = await service.makeTenant();
  for (const channel of ['fb', 'tt'] as const)
    expect(await walkOverWire(service, tenant, channel)).toEqual({ service_status: 'error', error: 'provider_error' });
  await untilReported(2);
  service.setNow(new Date('2026-07-01T18:00:00Z'));
  for (const channel of ['fb', 'tt'] as const) await walkOverWire(service, tenant, channel);
  service.setNow(new Date('2026-07-02T12:00:00Z'));
  await walkOverWire(service, tenant, 'fb');
  await untilReported(3);
  const reported = (await facts()).map(({ tenantId, kind, subject, period, data }) => ({
    tenantId,
    kind,
    subject,
    period,
    data,
  }));
  const kind = 'provider_app_refused';
  const meta = { provider: 'Meta', message: 'Error validating client secret.' };
  expect(reported).toEqual([
    { tenantId: null, kind, subject: 'graph', period: '2026-07-01', data: meta },
    {
      tenantId: null,
      kind,
      subject: 'tiktok',
      period: '2026-07-01',
      data: { provider: 'TikTok', message: expect.stringContaining('client_secret') },
    },
    { tenantId: null, kind, subject: 'graph', period: '2026-07-02', data: meta },
  ]);
  expect(JSON.stringify(reported)).not.toContain('not the secret');
});
