import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import type { BusinessNews, reportBusinessAccount as contract } from '@parley/common/contracts/internal/channel-health';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { keepQuality, keepRestrictions } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { channelHealth } from '../domain/business-events.ts';
import type { ChannelConnectService } from '../service.ts';
import { type BusinessNumber, findNumberHealth, listBusinessNumbers } from '../storage/account-store.ts';
import { disconnectWithLinked } from './disconnect-with-linked.ts';

/** Stores restrictions or a rating of a number, with its event (docs/reference/events.md#channelhealth). */
async function keepHealth(
  { database, bus, now }: ChannelConnectService,
  number: BusinessNumber,
  news: Exclude<BusinessNews, { kind: 'gone' }>,
  at: Date,
): Promise<boolean> {
  const report = { id: number.id, tenantId: number.tenantId, at };
  const woken = await database.prismaTransaction(async ({ prisma, sql }) => {
    const isChanged =
      news.kind === 'restricted'
        ? await keepRestrictions(prisma, { ...report, restrictions: news.restrictions })
        : await keepQuality(prisma, { ...report, rating: news.rating, limitTier: news.limitTier });
    if (!isChanged) return null;
    return appendEvents(sql, [channelHealth(await findNumberHealth(prisma, number), at, now())]);
  });
  wakeDeliveries(bus, woken ?? []);
  return woken !== null;
}

/** False when nothing changed: newer restrictions, a newer rating or a newer authorization is known. */
async function applyNews(
  service: ChannelConnectService,
  number: BusinessNumber,
  news: BusinessNews,
  at: Date,
): Promise<boolean> {
  if (news.kind !== 'gone') return keepHealth(service, number, news, at);
  const account = { tenantId: number.tenantId, channel: 'wa', externalId: number.externalId } as const;
  return (await disconnectWithLinked(service, account, news.reason, { authorizedAfter: at })) !== null;
}

/** Applies news about a WhatsApp Business Account to its numbers (docs/reference/wa.md#account-fields). */
export async function reportBusinessAccount(
  service: ChannelConnectService,
  { wabaId, number: digits, observedAt, news }: InputOf<typeof contract>,
): Promise<OutputOf<typeof contract>> {
  const numbers = await listBusinessNumbers(service.database, wabaId);
  const meant = numbers.filter(({ number }) => digits === null || number?.replace(/\D/g, '') === digits);
  let changed = 0;
  for (const number of meant) if (await applyNews(service, number, news, new Date(observedAt))) changed++;
  return { changed };
}
