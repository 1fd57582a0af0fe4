import { verb } from '@parley/bus/verb';
import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { type BusinessNews, reportBusinessAccount as contract } from '@parley/common/contracts/internal/channel-health';
import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { keepOffline, keepQuality, keepRestrictions } from '@parley/messaging/accounts/write-accounts';
import { appendEvents } from '@parley/messaging/outbox/append-events';
import { disconnectWithLinked } from '../removal/disconnect.steps.ts';
import type { ChannelConnectService } from '../service.ts';
import { channelHealth } from './account.rules.ts';
import { type BusinessNumber, findNumberHealth, listBusinessNumbers } from './account.store.ts';

type HealthNews = Exclude<BusinessNews, { kind: 'gone' }>;
type Report = { id: number; tenantId: number; at: Date };

/** False when a newer report of this kind is stored. */
function keepNews(prisma: PrismaTransaction['prisma'], report: Report, news: HealthNews): Promise<boolean> {
  switch (news.kind) {
    case 'restricted':
      return keepRestrictions(prisma, { ...report, restrictions: news.restrictions });
    case 'rated':
      return keepQuality(prisma, { ...report, rating: news.rating, limitTier: news.limitTier });
    case 'offline':
    case 'online':
      return keepOffline(prisma, { ...report, isOffline: news.kind === 'offline' });
  }
}

/** Stores what the platform reports about a number, with its event (docs/reference/events.md#channelhealth). */
async function keepHealth(
  { database, bus, now }: ChannelConnectService,
  number: BusinessNumber,
  news: HealthNews,
  at: Date,
): Promise<boolean> {
  const report = { id: number.id, tenantId: number.tenantId, at };
  const woken = await database.prismaTransaction(async ({ prisma, sql }) => {
    if (!(await keepNews(prisma, report, news))) return null;
    return appendEvents(sql, [channelHealth(await findNumberHealth(prisma, number), at, now())]);
  });
  wakeDeliveries(bus, woken ?? []);
  return woken !== null;
}

/** False when nothing changed: a newer report of this kind, or a newer authorization, is known. */
async function applyNews(
  service: ChannelConnectService,
  number: BusinessNumber,
  news: BusinessNews,
  at: Date,
): Promise<boolean> {
  if (news.kind !== 'gone') return keepHealth(service, number, news, at);
  const account = { tenantId: number.tenantId, channel: 'wa', externalId: number.externalId } as const;
  const { reason, platformReason } = news;
  const gone = await disconnectWithLinked(service, account, reason, { authorizedAfter: at }, platformReason);
  return gone !== null;
}

/** Applies news about a WhatsApp Business Account to its numbers (docs/reference/wa.md#account-fields). */
export const reportBusinessAccount = verb(
  contract,
  async (service: ChannelConnectService, { wabaId, number: digits, observedAt, news }) => {
    let changed = 0;
    for (const number of await listBusinessNumbers(service.database, wabaId, digits))
      if (await applyNews(service, number, news, new Date(observedAt))) changed++;
    return { changed };
  },
);
