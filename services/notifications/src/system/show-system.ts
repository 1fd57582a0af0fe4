import { readFile } from 'node:fs/promises';
import { verb } from '@parley/bus/verb';
import { showSystem as contract, PROVIDER_APPS } from '@parley/common/contracts/operator/system';
import { listRunningWorkers } from '@parley/database/claims/worker-presence';
import { publicUrlOf } from '@parley/runtime/environment';
import { z } from 'zod';
import type { NotificationsService } from '../service.ts';
import { describeApp } from './provider-apps.rules.ts';
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

const PACKAGE = new URL('../../../../package.json', import.meta.url);
const Package = z.looseObject({ version: z.string() });

/** The version of the running files, as long as they are not replaced while the process runs. */
const readParleyVersion = async (): Promise<string> =>
  Package.parse(JSON.parse(await readFile(PACKAGE, 'utf8'))).version;
