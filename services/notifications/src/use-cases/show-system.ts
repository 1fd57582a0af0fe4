import { PROVIDER_APPS, type showSystem } from '@parley/common/contracts/operator/system';
import type { OutputOf } from '@parley/common/define-contract';
import { type AppEnvironment, type AppTraces, describeApp } from '../domain/provider-apps.ts';

export interface ShowSystemDeps {
  environment: AppEnvironment;
  publicUrl: string;
  readParleyVersion(): Promise<string>;
  readDatabaseVersions(): Promise<{ postgresql: string; migration: string | null }>;
  listRunningWorkers(count: number): Promise<{ service: string; worker: string; since: Date }[]>;
  findAppTraces(): Promise<AppTraces>;
}

const WORKERS_SHOWN = 200;

/** Running versions and workers, and the apps at the providers (docs/reference/operator-api.md#system). */
export function makeShowSystem({ environment, publicUrl, ...deps }: ShowSystemDeps) {
  return async (): Promise<OutputOf<typeof showSystem>> => {
    const [parley, versions, workers, traces] = await Promise.all([
      deps.readParleyVersion(),
      deps.readDatabaseVersions(),
      deps.listRunningWorkers(WORKERS_SHOWN),
      deps.findAppTraces(),
    ]);
    return {
      parley,
      node: process.versions.node,
      ...versions,
      workers: workers.map(({ since, ...worker }) => ({ ...worker, since: since.toISOString() })),
      providerApps: PROVIDER_APPS.map((provider) => describeApp(provider, environment, publicUrl, traces)),
    };
  };
}
