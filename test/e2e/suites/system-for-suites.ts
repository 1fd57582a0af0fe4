import { afterAll, beforeAll } from 'vitest';
import { type Form, type System, startSystem } from '../../support/system/system.ts';
import type { GetSystem } from './get-system.ts';

/** Starts a system before the tests of a block, and stops it after them. */
export function systemForSuites(
  form: Form,
  variables: Readonly<Record<string, string>>,
  options: Parameters<typeof startSystem>[2] = {},
): GetSystem {
  let system: System | undefined;
  beforeAll(async () => {
    system = await startSystem(form, variables, options);
  }, 120_000);
  afterAll(async () => {
    await system?.stop();
  }, 60_000);
  return () => {
    if (!system) throw new Error('The system did not start.');
    return system;
  };
}
