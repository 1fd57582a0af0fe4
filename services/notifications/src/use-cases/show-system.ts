import { type showSystem as contract, PROVIDER_APPS } from '@parley/common/contracts/operator/system';
import type { OutputOf } from '@parley/common/define-contract';
import { listRunningWorkers } from '@parley/database/worker-presence';
import { publicUrlOf } from '@parley/runtime/environment';
import { readParleyVersion } from '../adapters/read-parley-version.ts';
import { describeApp } from '../domain/provider-apps.ts';
import type { NotificationsService } from '../service.ts';
import { findAppTraces, readDatabaseVersions } from '../storage/system-store.ts';

const WORKERS_SHOWN = 200;

/** Running versions and workers, and the apps at the providers (docs/reference/operator-api.md#system). */
export async function showSystem({ database, environment }: NotificationsService): Promise<OutputOf<typeof contract>> {
  const [parley, versions, workers, traces] = await Promise.all([
    readParleyVersion(),
    readDatabaseVersions(database),
    listRunningWorkers(database, WORKERS_SHOWN),
    findAppTraces(database),
  ]);
  const publicUrl = publicUrlOf(environment);
  return {
    parley,
    node: process.versions.node,
    ...versions,
    workers: workers.map(({ since, ...worker }) => ({ ...worker, since: since.toISOString() })),
    providerApps: PROVIDER_APPS.map((provider) => describeApp(provider, environment, publicUrl, traces)),
  };
}
