import type { Form } from '../support/system/system.ts';
import { inFaultCluster } from './in-fault-cluster.ts';
import { inTurn } from './in-turn.ts';
import { deviceFaults } from './suites/devices.ts';
import { freezes } from './suites/freezes.ts';
import type { GetCluster } from './suites/get-cluster.ts';
import { hostileReceivers } from './suites/hostile-receivers.ts';
import { kills } from './suites/kills.ts';
import { receivers } from './suites/receivers.ts';
import { natsRestarts, postgresRestarts } from './suites/restarts.ts';

/** One set for all suites, so that they share a system. */
const VARIABLES = {
  // With a shorter lease a busy machine may miss half of it, or its renewal: attempts would be repeated.
  PARLEY_WEBHOOK_LEASE_SECONDS: '15',
  // A send of a device crosses two services and the network. If its answer is lost, the receipt replaces it after a
  // reconnect.
  PARLEY_PROVIDER_TIMEOUT_MS: '5000',
  PARLEY_CONFIRM_WAIT_SECONDS: '15',
  // Any port, for the debugger of one process after another.
  NODE_OPTIONS: '--inspect-port=0',
};

type Suite = (getCluster: GetCluster) => void;

const OF_BOTH_FORMS: readonly Suite[] = [receivers, hostileReceivers, postgresRestarts, kills, freezes];
const OF_FORM: Record<Form, readonly Suite[]> = { cluster: [natsRestarts], 'one-machine': [] };

/**
 * Every fault of webhook delivery and linked devices, in the running product in one of its forms
 * (docs/reference/webhook-delivery.md#what-the-fault-tests-prove). Both forms run the same code.
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
