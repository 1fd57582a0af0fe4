import { perTier } from '@parley/testing/tier';
import { describe } from 'vitest';
import { generatedConsoleRequests } from '../e2e/suites/hostile/generated-console-requests.ts';
import { generatedRequests } from '../e2e/suites/hostile/generated-requests.ts';
import { systemForSuites } from '../e2e/suites/system-for-suites.ts';
import type { Form } from '../support/system/system.ts';

/** Together 100,000 in both forms. */
const REQUESTS = perTier({ short: 2_500, soak: 30_000 });
const CONSOLE_REQUESTS = perTier({ short: 1_000, soak: 20_000 });

/** Sends the soak tier's generated requests to a system of this form. */
export function sendGeneratedRequests(form: Form): void {
  describe(`Parley as ${form}`, () => {
    const getSystem = systemForSuites(form, { PARLEY_PROVIDER_TIMEOUT_MS: '4000' });
    generatedRequests(getSystem, REQUESTS);
    generatedConsoleRequests(getSystem, CONSOLE_REQUESTS);
  });
}
