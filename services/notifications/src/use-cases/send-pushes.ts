import { type PushKeys, sendPush } from '@parley/providers/push/push-client';
import { publicUrlOf } from '@parley/runtime/environment';
import { afterPush } from '../domain/after-push.ts';
import { contactOf, openTarget } from '../domain/push-target.ts';
import { pushText } from '../domain/push-text.ts';
import type { NotificationsService } from '../service.ts';
import { claimPushes, type PushJob, settlePush } from '../storage/push-job-store.ts';
import { readPushKeys } from './read-push-keys.ts';

const BATCH = 16;
/** An answer of a push service has no content. */
const TIMEOUT_MS = 10_000;
/** The browser has ended the subscription. */
const ENDED = new Set([404, 410]);
/** Time beyond an attempt for storing its outcome. */
const LEASE_MARGIN_MS = 30_000;

async function sendOne(service: NotificationsService, job: PushJob, keys: PushKeys): Promise<void> {
  const { environment, cipher, database, egress, logger, metrics, now } = service;
  const { news, conversationId, workspace, language } = job;
  const push = {
    target: openTarget(cipher, job.target),
    keys,
    contact: contactOf(publicUrlOf(environment), environment.PARLEY_MAIL_FROM),
    text: pushText({ kind: news, conversationId, workspace, language }),
  };
  const result = await sendPush(push, { dispatcher: egress.agent, timeoutMs: TIMEOUT_MS });
  metrics.count('push', result.outcome);
  if (result.outcome === 'gone' && !ENDED.has(result.status))
    logger.warn('push.refused', { status: result.status }, 'A push service refused a message: the browser is dropped.');
  await settlePush(database, job, afterPush(job, result, now()));
}

/**
 * Sends the pushes that are due. A worker that dies repeats them, which replaces the first one on the screen. True when
 * more may be waiting.
 */
export async function sendPushes(service: NotificationsService): Promise<boolean> {
  const now = service.now();
  const until = new Date(now.getTime() + TIMEOUT_MS + LEASE_MARGIN_MS);
  const due = await claimPushes(service.database, { now, until, count: BATCH });
  if (due.length === 0) return false;
  const keys = await readPushKeys(service);
  const runs = await Promise.allSettled(due.map((job) => sendOne(service, job, keys)));
  const failed = runs.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return due.length === BATCH;
}
