import { randomUUID } from 'node:crypto';
import { isOwnLogin } from '../connecting/credentials.rules.ts';
import { isHeld } from '../connecting/hold.rules.ts';
import type { ProviderResult } from '../connecting/provider.client.ts';
import type { ChannelConnectService } from '../service.ts';
import { type RemovalJob, retryAtOf } from './removal.rules.ts';
import {
  claimRemovalJobs,
  deleteRemovalJob,
  listUsersOfTarget,
  markReported,
  postponeRemovalJob,
} from './removal.store.ts';
import { REMOVAL_CALLS } from './removal-calls.client.ts';

const BATCH = 8;
/** A job makes two provider calls; its lease is longer by this. */
const LEASE_MARGIN_MS = 30_000;

/** Credentials of the current holder of the page, bot, account or WABA; null when there is none. */
async function findHolder({ database, cipher, now }: ChannelConnectService, job: RemovalJob): Promise<string | null> {
  const at = now();
  const users = await listUsersOfTarget(database, job);
  // An Instagram account that is reached through its page has no webhooks of its own.
  const holders = users.filter((user) => isHeld(user, at) && (user.channel !== 'ig' || isOwnLogin(cipher, user)));
  return holders[0]?.credentials ?? null;
}

function expectDone(reported: ProviderResult): void {
  // A dead token leaves nothing to remove.
  if (reported.ok || (reported.failure.kind === 'refused' && reported.failure.channelBroken)) return;
  throw new Error(reported.failure.provider.message);
}

async function callProvider(service: ChannelConnectService, job: RemovalJob): Promise<void> {
  const { remove, restore } = REMOVAL_CALLS[job.kind];
  const before = await findHolder(service, job);
  if (before !== null && !job.isReported) return;
  if (before === null) {
    if (!(await markReported(service.database, job))) return;
    expectDone(await remove(service, job.externalId, job.credentials));
  }
  const after = before ?? (await findHolder(service, job));
  if (after !== null) expectDone(await restore(service, job.externalId, after));
}

async function attempt(service: ChannelConnectService, job: RemovalJob): Promise<void> {
  const { database, logger } = service;
  try {
    await callProvider(service, job);
    await deleteRemovalJob(database, job);
  } catch (error) {
    const retryAt = retryAtOf(job, service.now());
    if (retryAt) return postponeRemovalJob(database, job, retryAt);
    logger.warn(
      'channel-removal.failed',
      { kind: job.kind, external_id: job.externalId, err: error },
      'A disconnected account could not be removed at its provider.',
    );
    await deleteRemovalJob(database, job);
  }
}

/**
 * Makes the provider calls of disconnected accounts until they succeed or a day has passed. An account that was
 * connected again keeps its webhooks, or gets them restored. True when more jobs may be waiting.
 */
export async function runRemovalJobs(service: ChannelConnectService): Promise<boolean> {
  const now = service.now();
  const leaseMs = 2 * service.environment.PARLEY_PROVIDER_TIMEOUT_MS + LEASE_MARGIN_MS;
  const claim = { claimId: randomUUID(), now, until: new Date(now.getTime() + leaseMs), count: BATCH };
  const holder = await service.claims.holder.claimAs();
  const due = await claimRemovalJobs(service.database, { ...claim, holder });
  // A failure here (the database is unavailable) is retried when the claim expires.
  const attempts = await Promise.allSettled(due.map((job) => attempt(service, job)));
  const failed = attempts.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return due.length === BATCH;
}
