import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { type FaultCluster, startFaultCluster } from '../support/load/fault-cluster.ts';
import type { Form } from '../support/system/system.ts';
import type { GetCluster } from './suites/get-cluster.ts';

/** Runs suites on one fault cluster of a form, started before the first of them and stopped after the last. */
export function inFaultCluster(
  title: string,
  form: Form,
  variables: Record<string, string>,
  suites: readonly ((getCluster: GetCluster) => void)[],
): void {
  describe(title, () => {
    let cluster: FaultCluster | undefined;
    beforeAll(async () => {
      cluster = await startFaultCluster(form, variables);
    }, 120_000);
    // The previous test may have failed while processes were down.
    beforeEach(async () => {
      await cluster?.system.ready();
    }, 120_000);
    afterAll(async () => {
      await cluster?.stop();
    }, 60_000);
    const getCluster: GetCluster = () => {
      if (!cluster) throw new Error('The fault cluster did not start.');
      return cluster;
    };
    for (const suite of suites) suite(getCluster);
  });
}
