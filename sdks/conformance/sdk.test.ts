import { afterAll, beforeAll, describe } from 'vitest';
import { type System, startSystem } from '../../test/support/system/system.ts';
import { actionSuite } from './suites/actions.ts';
import { errorSuite } from './suites/errors.ts';
import { linkedDeviceSuite } from './suites/linked-devices.ts';
import { retrySuite } from './suites/retries.ts';
import { uploadSuite } from './suites/uploads.ts';
import { webhookSuite } from './suites/webhooks.ts';
import { LANGUAGES } from './support/languages.ts';
import { type Fixture, openFixture } from './support/open-fixture.ts';

let system: System | undefined;
beforeAll(async () => {
  system = await startSystem('one-machine', {
    PARLEY_PROVIDER_TIMEOUT_MS: '4000',
    PARLEY_ELIGIBLE_PLANS: 'standard,professional',
  });
}, 180_000);
afterAll(() => system?.stop(), 60_000);

// Each language has tenants of its own, and most rows wait: for a retry, a webhook, a limit.
describe.concurrent.each(LANGUAGES)('the SDK of $name', (language) => {
  describe.sequential('in order', () => {
    let fixture: Fixture | undefined;
    beforeAll(async () => {
      if (!system) throw new Error('The system did not start.');
      fixture = await openFixture(language, system);
    }, 180_000);
    afterAll(() => fixture?.[Symbol.asyncDispose](), 60_000);
    const getFixture = (): Fixture => {
      if (!fixture) throw new Error('The program did not start.');
      return fixture;
    };
    for (const suite of [actionSuite, linkedDeviceSuite, errorSuite, retrySuite, uploadSuite, webhookSuite])
      suite(getFixture);
  });
});
