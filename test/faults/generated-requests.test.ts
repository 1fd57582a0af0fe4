import { afterAll, beforeAll, describe } from 'vitest';
import { generatedRequests } from '../e2e/suites/generated-requests.ts';
import { FORMS, type System, startSystem } from '../support/system.ts';

/** Four times what `npm test` makes. */
const REQUESTS = 10_000;

describe.each(FORMS)('Parley as %s', (form) => {
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
