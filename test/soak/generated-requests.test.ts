import { perTier } from '@parley/testing/tier';
import { afterAll, beforeAll, describe } from 'vitest';
import { generatedRequests } from '../e2e/suites/generated-requests.ts';
import { type System, startSystem } from '../support/system.ts';

/** Four times what `npm test` makes of this form, in a whole run of the soak tier. */
const REQUESTS = perTier({ short: 2_500, soak: 10_000 });

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
