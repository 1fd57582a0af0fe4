import { afterAll, beforeAll, describe } from 'vitest';
import { type FaultHouse, startFaultHouse } from '../support/fault-house.ts';
import type { Form } from '../support/system.ts';
import type { GetHouse } from './suites/get-house.ts';

/** Runs suites in one house of a form, which is started before the first of them and stopped after the last. */
export function inFaultHouse(
  title: string,
  form: Form,
  variables: Record<string, string>,
  suites: readonly ((getHouse: GetHouse) => void)[],
): void {
  describe(title, () => {
    let house: FaultHouse | undefined;
    beforeAll(async () => {
      house = await startFaultHouse(form, variables);
    }, 120_000);
    afterAll(async () => {
      await house?.stop();
    }, 60_000);
    const getHouse: GetHouse = () => {
      if (!house) throw new Error('The house did not start.');
      return house;
    };
    for (const suite of suites) suite(getHouse);
  });
}
