import { BackgroundWorker } from '@parley/bus/duties/background-worker';

const isWorker = (provider: unknown): boolean =>
  typeof provider === 'object' && provider !== null && 'provide' in provider && provider.provide === BackgroundWorker;

/** A service's module without its duties: a test that runs one of them itself would compete with the service's own. */
export const withoutDuties = <Module extends { providers?: unknown[] }>(module: Module): Module => ({
  ...module,
  providers: module.providers?.filter((provider) => !isWorker(provider)) ?? [],
});
