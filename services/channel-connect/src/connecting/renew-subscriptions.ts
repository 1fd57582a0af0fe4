import {
  claimOutdatedPages,
  markPageSubscribed,
  type OutdatedPage,
} from '@parley/messaging/accounts/page-subscription';
import { listUsersOfTarget } from '../removal/removal.store.ts';
import type { ChannelConnectService } from '../service.ts';
import { openPage } from './credentials.rules.ts';
import { askProvider } from './provider.client.ts';

const BATCH = 4;
const AGAIN_MS = 3_600_000;

async function renew(service: ChannelConnectService, page: OutdatedPage): Promise<void> {
  const { database, pages, cipher, logger } = service;
  const { id, externalId, credentials } = page;
  const token = openPage(cipher, credentials);
  try {
    await askProvider(() => pages.subscribePage(externalId, token));
    if (await markPageSubscribed(database.prisma, page)) return;
    // Disconnected since: its removal may have come before the subscription.
    const users = await listUsersOfTarget(database, { kind: 'fb_page', externalId });
    if (users.length === 0) await askProvider(() => pages.unsubscribePage(externalId, token));
  } catch (error) {
    logger.warn(
      'page-subscription.failed',
      { channel_account_id: id, err: error },
      'The webhook fields of a page could not be renewed yet.',
    );
  }
}

/**
 * Subscribes pages that were connected by an earlier version to the fields that were added since
 * (docs/reference/fb.md#connecting). True when more may be waiting; a page that failed is taken again after an hour.
 */
export async function renewSubscriptions(service: ChannelConnectService): Promise<boolean> {
  const now = service.now();
  const due = await claimOutdatedPages(service.database, {
    now,
    until: new Date(now.getTime() + AGAIN_MS),
    count: BATCH,
  });
  await Promise.all(due.map((page) => renew(service, page)));
  return due.length === BATCH;
}
