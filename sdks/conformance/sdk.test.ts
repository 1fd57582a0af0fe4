import { afterAll, beforeAll, describe } from 'vitest';
import { actionSuite } from './suites/actions.ts';
import { errorSuite } from './suites/errors.ts';
import { linkedDeviceSuite } from './suites/linked-devices.ts';
import { retrySuite } from './suites/retries.ts';
import { webhookSuite } from './suites/webhooks.ts';
import { LANGUAGES } from './support/languages.ts';
import { type Fixture, openFixture } from './support/open-fixture.ts';

// Each language has a system of its own, and most rows wait: for a retry, a webhook, a limit.
describe.concurrent.each(LANGUAGES)('the SDK of $name', (language) => {
  describe.sequential('in order', () => {
    let fixture: Fixture | undefined;
    beforeAll(async () => {
      fixture = await openFixture(language);
    }, 180_000);
    afterAll(() => fixture?.[Symbol.asyncDispose](), 60_000);
    const getFixture = (): Fixture => {
      if (!fixture) throw new Error('The system did not start.');
      return fixture;
    };
    for (const suite of [actionSuite, linkedDeviceSuite, errorSuite, retrySuite, webhookSuite]) suite(getFixture);
  });
});
