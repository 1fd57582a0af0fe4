import type { TestProject } from 'vitest/node';
import { startSystem } from './system/system.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the system that all browser tests share. */
    sharedSystem: { origin: string; sandboxUrl: string; adminToken: string };
  }
}

/** Each delivery fails permanently after its third attempt, so that failed deliveries appear quickly. */
const VARIABLES = { PARLEY_WEBHOOK_RETRY_SCHEDULE: '0.1,0.1' };

/**
 * One system for all browser tests of a run, each with separate tenants: a start costs more CPU than most files use. A
 * test that changes shared state (the network of devices, the database) starts a separate system.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const system = await startSystem('one-machine', VARIABLES);
  const { origin, adminToken, sandbox } = system;
  project.provide('sharedSystem', { origin, adminToken, sandboxUrl: sandbox.url });
  return async () => {
    if (project.vitest.state.getCountOfFailedTests() > 0) console.error(`The shared system said:\n${system.output()}`);
    await system.stop();
  };
}
