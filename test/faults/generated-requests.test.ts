import { afterAll, beforeAll, describe } from 'vitest';
import { generatedRequests } from '../e2e/suites/generated-requests.ts';
import { type System, startSystem } from '../support/system.ts';

/** Four times what `npm test` makes; the cluster gets as many in its run of every suite. */
const REQUESTS = 10_000;

describe('Parley as one-machine', () => {
  let system: System | undefined;
  beforeAll(async () => {
    system = await startSystem('one-machine', { PARLEY_PROVIDER_TIMEOUT_MS: '4000' });
  }, 120_000);
  afterAll(async () => {
    await system?.stop();
  }, 60_000);
  generatedRequests(() => {
    if (!system) throw new Error('The system did not start.');
    return system;
  }, REQUESTS);
});
