import { randomUUID } from 'node:crypto';
import { makeTenantTurns, type TenantTurns } from '@parley/runtime/tenant-turns';
import type { Job } from '../domain/job.ts';
import type { NotificationsService } from '../service.ts';
import { claimJobs } from '../storage/job-store.ts';
import { sendJob } from './send-job.ts';

/** Messages that a process sends at a time over the accounts of the deployment. */
const SHARED_SLOTS = 8;
/** Messages that a process sends at a time over accounts of tenants: servers that may hang, on sockets that cost little. */
const OWN_SLOTS = 32;
/** Messages of one tenant that a process sends at a time, over either. */
const PER_TENANT = 2;
/** Time beyond an attempt for storing its beginning and outcome. */
const LEASE_MARGIN_MS = 30_000;

/** Sends messages over the accounts of the tenants (`isOwn`), or over those of the deployment. */
function makeSends(service: NotificationsService, { isOwn, total }: { isOwn: boolean; total: number }): TenantTurns {
  const { database, claims, logger } = service;
  return makeTenantTurns({
    total,
    perTenant: PER_TENANT,
    async claim(wanted) {
      const now = service.now();
      const until = new Date(now.getTime() + service.timeoutMs + LEASE_MARGIN_MS);
      const holder = await claims.holder.claimAs();
      const jobs = await claimJobs(database, { claimId: randomUUID(), now, until, isOwn, holder, ...wanted });
      return jobs.map((job) => ({ tenantId: job.tenantId ?? 0, job }));
    },
    run: ({ job }: { tenantId: number; job: Job }) => sendJob(service, job),
    onFailure(error, { job }) {
      // The message is claimed again when its lease expires, unless sending had begun.
      logger.warn(
        'notification.unsettled',
        { err: error, notification_id: job.id },
        'The outcome of a notification could not be stored.',
      );
    },
  });
}

/** The messages that a process is sending: a tenant's servers never delay those of the deployment. */
export interface RunningSends {
  own: TenantTurns;
  shared: TenantTurns;
}

export const makeRunningSends = (service: NotificationsService): RunningSends => ({
  own: makeSends(service, { isOwn: true, total: OWN_SLOTS }),
  shared: makeSends(service, { isOwn: false, total: SHARED_SLOTS }),
});
