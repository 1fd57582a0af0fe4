import { afterAll, beforeAll, describe } from 'vitest';
import { type Form, type System, startSystem } from '../../support/system.ts';
import { badInput } from './bad-input.ts';
import { channelPromises } from './channels.ts';
import { errorCodes } from './error-codes.ts';
import { messagePromises } from './messages.ts';
import { operatorPromises } from './operator.ts';
import { peerFailures } from './peer-failures.ts';
import { telegramPromises } from './telegram.ts';

/** Answers the system under test; only inside tests and hooks. */
export type GetSystem = () => System;

/** Every promise of the API, over HTTP, on the running product in one of its forms. */
export function runEverySuite(form: Form): void {
  describe(`Parley as ${form}`, () => {
    let system: System | undefined;
    beforeAll(async () => {
      system = await startSystem(form, {
        PARLEY_PROVIDER_TIMEOUT_MS: '2000',
        PARLEY_ELIGIBLE_PLANS: 'standard,professional,enterprise',
      });
    }, 120_000);
    afterAll(async () => {
      await system?.stop();
    }, 60_000);
    const getSystem: GetSystem = () => {
      if (!system) throw new Error('The system did not start.');
      return system;
    };
    messagePromises(getSystem);
    telegramPromises(getSystem);
    channelPromises(getSystem);
    operatorPromises(getSystem);
    peerFailures(getSystem);
    errorCodes(getSystem);
    badInput(getSystem);
  });
}
