import { perTier } from '@parley/testing/tier';
import { afterAll, beforeAll, describe } from 'vitest';
import { generatedConsoleRequests } from '../e2e/suites/generated-console-requests.ts';
import { generatedRequests } from '../e2e/suites/generated-requests.ts';
import type { GetSystem } from '../e2e/suites/get-system.ts';
import { type Form, type System, startSystem } from '../support/system.ts';

/** Together 100,000 in both forms. */
const REQUESTS = perTier({ short: 2_500, soak: 30_000 });
const CONSOLE_REQUESTS = perTier({ short: 1_000, soak: 20_000 });

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
    const getSystem: GetSystem = () => {
      if (!system) throw new Error('The system did not start.');
      return system;
    };
    generatedRequests(getSystem, REQUESTS);
    generatedConsoleRequests(getSystem, CONSOLE_REQUESTS);
  });
}
