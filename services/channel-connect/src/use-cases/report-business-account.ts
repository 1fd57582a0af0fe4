import type { BusinessNews, reportBusinessAccount as contract } from '@parley/common/contracts/internal/channel-health';
import type { InputOf, OutputOf } from '@parley/common/define-contract';
import { keepQuality, keepRestrictions } from '@parley/messaging/accounts/write-accounts';
import type { ChannelConnectService } from '../service.ts';
import { type BusinessNumber, listBusinessNumbers } from '../storage/account-store.ts';
import { disconnectWithLinked } from './disconnect-with-linked.ts';

/** False when nothing changed: newer restrictions, a newer rating or a newer authorization is known. */
async function applyNews(
  service: ChannelConnectService,
  { id, tenantId, externalId }: BusinessNumber,
  news: BusinessNews,
  at: Date,
): Promise<boolean> {
  const { prisma } = service.database;
  switch (news.kind) {
    case 'gone': {
      const account = { tenantId, channel: 'wa', externalId } as const;
      return (await disconnectWithLinked(service, account, news.reason, { authorizedAfter: at })) !== null;
    }
    case 'restricted':
      return keepRestrictions(prisma, { id, tenantId, restrictions: news.restrictions, at });
    case 'rated':
      return keepQuality(prisma, { id, tenantId, rating: news.rating, limitTier: news.limitTier, at });
  }
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
