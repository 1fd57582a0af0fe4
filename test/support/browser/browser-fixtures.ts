import { makeSandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import { inject, test } from 'vitest';
import { callJson } from '../requests/call-json.ts';
import type { System } from '../system/system.ts';
import { startBrowser } from './browser.ts';

const refuse = (): never => {
  throw new Error('All browser tests share this system: a test that kills or inspects its processes starts its own.');
};

/** The shared system, reached over HTTP. */
function reachSharedSystem(): System {
  const { origin, adminToken, sandboxUrl } = inject('sharedSystem');
  return {
    form: 'one-machine',
    origin,
    origins: [origin],
    adminToken,
    get dataDir() {
      return refuse();
    },
    sandbox: makeSandboxDriver({
      url: sandboxUrl,
      request: (method, url, body) => callJson(method, url, { body }),
    }),
    processes: refuse,
    restart: refuse,
    relaunch: refuse,
    ready: refuse,
    kill: refuse,
    output: refuse,
    wholeOutput: refuse,
    stop: refuse,
  };
}

/**
 * Vitest's `test` with the two fixtures that browser tests share; both are also available in `browserTest.beforeAll`.
 * `browser`: one Chromium for each worker. It starts with the worker's first file that needs it and closes with the
 * worker; windows that a file leaves open close at the end of the file. `system`: the one system of the run.
 */
export const browserTest = test
  // biome-ignore lint/correctness/noEmptyPattern: safe: the empty pattern shows Vitest that it needs no other fixture
  .extend('chromium', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const chromium = await startBrowser();
    onCleanup(() => chromium.close());
    return chromium;
  })
  .extend('browser', { scope: 'file' }, ({ chromium }, { onCleanup }) => {
    onCleanup(async () => {
      await Promise.all(chromium.contexts().map((context) => context.close()));
    });
    return chromium;
  })
  .extend('system', { scope: 'file' }, () => reachSharedSystem());
