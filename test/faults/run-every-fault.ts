import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultHouse, startFaultHouse } from '../support/fault-house.ts';
import type { Form } from '../support/system.ts';
import { freezes } from './suites/freezes.ts';
import type { GetHouse } from './suites/get-house.ts';
import { hostileReceivers } from './suites/hostile-receivers.ts';
import { kills } from './suites/kills.ts';
import { receivers } from './suites/receivers.ts';
import { restarts } from './suites/restarts.ts';

/** Everything that may break around webhook delivery, in the running product in one of its forms (webhook-delivery.md, How it is proven). */
export function runEveryFault(form: Form): void {
  describe(`Parley as ${form}`, () => {
    let house: FaultHouse | undefined;
    beforeAll(async () => {
      house = await startFaultHouse(form);
    }, 120_000);
    afterAll(async () => {
      await house?.stop();
    }, 60_000);
    const getHouse: GetHouse = () => {
      if (!house) throw new Error('The house did not start.');
      return house;
    };
    receivers(getHouse);
    hostileReceivers(getHouse);
    restarts(getHouse);
    freezes(getHouse);
    kills(getHouse);
  });
}
