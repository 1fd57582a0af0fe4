import type { Form } from '../support/system.ts';
import { inFaultCluster } from './in-fault-cluster.ts';
import { inTurn } from './in-turn.ts';
import { deviceFaults } from './suites/devices.ts';
import { freezes } from './suites/freezes.ts';
import type { GetCluster } from './suites/get-cluster.ts';
import { hostileReceivers } from './suites/hostile-receivers.ts';
import { kills } from './suites/kills.ts';
import { receivers } from './suites/receivers.ts';
import { natsRestarts, postgresRestarts } from './suites/restarts.ts';

/** One set for all of them, so that they share a system. */
const VARIABLES = {
  // A busy machine may not answer within half of a shorter lease, nor prolong it in time: both would be repeated attempts.
  PARLEY_WEBHOOK_LEASE_SECONDS: '15',
  // A send of a device crosses two services and the network. A lost answer is replaced by the receipt, once it is connected again.
  PARLEY_PROVIDER_TIMEOUT_MS: '5000',
  PARLEY_CONFIRM_WAIT_SECONDS: '15',
  // Any port, for the debugger of one process after the other.
  NODE_OPTIONS: '--inspect-port=0',
};

type Suite = (getCluster: GetCluster) => void;

const OF_BOTH_FORMS: readonly Suite[] = [receivers, hostileReceivers, postgresRestarts, kills, freezes];
const OF_FORM: Record<Form, readonly Suite[]> = { cluster: [natsRestarts], 'one-machine': [] };

/**
 * Every fault around webhook delivery and linked devices, in the running product in one of its forms
 * (docs/reference/webhook-delivery.md#what-the-fault-tests-prove). Both forms meet them with the same code.
 */
export function runEveryFault(form: Form): void {
  inTurn(form, 0, () =>
    inFaultCluster(`Parley as ${form}`, form, VARIABLES, [
      ...OF_BOTH_FORMS,
      ...OF_FORM[form],
      (getCluster) => deviceFaults(getCluster, form),
    ]),
  );
}
