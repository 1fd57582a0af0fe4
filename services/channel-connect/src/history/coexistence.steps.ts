import type { PrismaTransaction } from '@parley/database/connection/prisma-connection';
import { startHistoryImport } from '@parley/messaging/accounts/start-history-import';
import { retryRefused } from '@parley/providers/http/retry-refused';
import { providerError } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';

/**
 * Whether the WhatsApp Business app uses the number beside the Cloud API (docs/reference/wa.md#coexistence); a version
 * of Graph that cannot say it refuses the question, and has no such numbers. Errors: provider_timeout.
 */
export async function askIsOnBizApp(
  { graph }: Pick<ChannelConnectService, 'graph'>,
  phoneNumberId: string,
  accessToken: string,
): Promise<boolean> {
  const asked = await retryRefused(() => graph.getNumberPlatform(phoneNumberId, accessToken));
  if (asked.ok) return asked.value.isOnBizApp;
  if (asked.failure.kind === 'refused') return false;
  throw providerError(asked.failure);
}

/**
 * Stores the answer of {@link askIsOnBizApp} in the transaction that connects the number, with the requests for the
 * history of its app.
 */
export async function keepIsOnBizApp(
  { prisma, sql }: Pick<PrismaTransaction, 'prisma' | 'sql'>,
  { id, tenantId }: { id: number; tenantId: number },
  isOnBizApp: boolean,
  at: Date,
): Promise<void> {
  await prisma.channelAccount.updateMany({ where: { id, tenantId }, data: { isOnBizApp } });
  if (isOnBizApp) await startHistoryImport(sql, { id, tenantId }, { at, isAsked: false });
}
