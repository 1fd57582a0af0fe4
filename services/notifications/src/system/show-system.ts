import { verb } from '@parley/bus/verb';
import { showSystem as contract, PROVIDER_APPS } from '@parley/common/contracts/operator/system';
import { listRunningWorkers } from '@parley/database/worker-presence';
import { publicUrlOf } from '@parley/runtime/environment';
import type { NotificationsService } from '../service.ts';
import { describeApp } from './provider-apps.rules.ts';
import { readParleyVersion } from './read-parley-version.client.ts';
import { findAppTraces, readDatabaseVersions } from './system.store.ts';

const WORKERS_SHOWN = 200;

/** Running versions and workers, and the apps at the providers (docs/reference/operator-api.md#system). */
export const showSystem = verb(contract, async ({ database, environment }: NotificationsService) => {
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
});
