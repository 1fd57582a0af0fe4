import { perTier } from '@parley/testing/tier';
import { afterAll, beforeAll, describe } from 'vitest';
import { generatedRequests } from '../e2e/suites/generated-requests.ts';
import { type Form, type System, startSystem } from '../support/system.ts';

/** Four times what the suites of the API make in each form. */
const REQUESTS = perTier({ short: 2_500, soak: 10_000 });

/** Sends the soak tier's generated requests to a system of this form. */
export function sendGeneratedRequests(form: Form): void {
  describe(`Parley as ${form}`, () => {
    let system: System | undefined;
    beforeAll(async () => {
      system = await startSystem(form, { PARLEY_PROVIDER_TIMEOUT_MS: '4000' });
    }, 120_000);
    afterAll(async () => {
      await system?.stop();
    }, 60_000);
    generatedRequests(() => {
      if (!system) throw new Error('The system did not start.');
      return system;
    }, REQUESTS);
  });
}
