import { DEFAULT_LANGUAGE, storedLanguage } from '@parley/common/languages/languages';
import { type PushKeys, sendPush } from '@parley/providers/push/push-client';
import { publicUrlOf } from '@parley/runtime/environment';
import { makeTenantTurns, type TenantTurns } from '@parley/runtime/turns/tenant-turns';
import type { NotificationsService } from '../service.ts';
import { afterPush, contactOf, openTarget, pushText } from './push.rules.ts';
import { readPushKeys } from './push.steps.ts';
import { claimPushes, type PushJob, settlePush } from './push-job.store.ts';

/** Pushes that a process sends at a time, in all and of one tenant. */
const TOTAL = 32;
const PER_TENANT = 2;
/** An answer of a push service has no content. */
const TIMEOUT_MS = 10_000;
/** The browser has ended the subscription. */
const ENDED = new Set([404, 410]);
/** Time beyond an attempt for storing its outcome. */
const LEASE_MARGIN_MS = 30_000;

/**
 * Sends the pushes that are due, tenants in turn (docs/reference/notifications.md#turns). A worker that dies repeats
 * them, which replaces the first one on the screen.
 */
export function makeSendPushes(service: NotificationsService): TenantTurns {
  return makeTenantTurns<PushJob>({
    total: TOTAL,
    perTenant: PER_TENANT,
    claim(wanted) {
      const now = service.now();
      const until = new Date(now.getTime() + TIMEOUT_MS + LEASE_MARGIN_MS);
      return claimPushes(service.database, { now, until, ...wanted });
    },
    run: async (job) => sendOne(service, job, await readPushKeys(service)),
    onFailure(error) {
      // The push is claimed again when its lease expires.
      service.logger.warn('push.unsettled', { err: error }, 'The outcome of a push could not be stored.');
    },
  });
}

async function sendOne(service: NotificationsService, job: PushJob, keys: PushKeys): Promise<void> {
  const { environment, cipher, database, egress, logger, metrics, now } = service;
  const { news, conversationId, workspace } = job;
  const language = storedLanguage(job.language) ?? DEFAULT_LANGUAGE;
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
