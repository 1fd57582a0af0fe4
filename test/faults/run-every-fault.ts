import type { Form } from '../support/system.ts';
import { inFaultCluster } from './in-fault-cluster.ts';
import { freezes } from './suites/freezes.ts';
import { hostileReceivers } from './suites/hostile-receivers.ts';
import { kills } from './suites/kills.ts';
import { receivers } from './suites/receivers.ts';
import { restarts } from './suites/restarts.ts';

/**
 * Every fault around webhook delivery, in the running product in one of its forms
 * (docs/reference/webhook-delivery.md#what-the-fault-tests-prove).
 */
export function runEveryFault(form: Form): void {
  inFaultCluster(`Parley as ${form}`, form, {}, [receivers, hostileReceivers, restarts, freezes, kills]);
}
