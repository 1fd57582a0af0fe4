import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultHouse, startFaultHouse } from '../support/fault-house.ts';
import type { Form } from '../support/system.ts';
import type { GetHouse } from './suites/get-house.ts';
import { KILL_VARIABLES, randomKills } from './suites/random-kills.ts';

/** Kills at random moments, in the running product in one of its forms. */
export function runRandomKills(form: Form): void {
  describe(`Parley as ${form}`, () => {
    let house: FaultHouse | undefined;
    beforeAll(async () => {
      house = await startFaultHouse(form, KILL_VARIABLES);
    }, 120_000);
    afterAll(async () => {
      await house?.stop();
    }, 60_000);
    const getHouse: GetHouse = () => {
      if (!house) throw new Error('The house did not start.');
      return house;
    };
    randomKills(getHouse);
  });
}
