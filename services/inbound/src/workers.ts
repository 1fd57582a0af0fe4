import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty, type DutyHolder } from '@parley/bus/background-worker';
import { makeRunWhenDue } from '@parley/bus/run-when-due';
import { applyDue } from './pending/apply-due.ts';
import { expirePending } from './pending/expire-pending.ts';
import { limitPending } from './pending/limit-pending.ts';
import { findNextLook } from './pending/pending.store.ts';
import { DROP_BATCH } from './pending/pending-limits.rules.ts';
import { limitQuarantine } from './quarantine/limit-quarantine.ts';
import type { InboundService } from './service.ts';

/** Maximum delay until waiting updates of a dead process are checked. */
const LOOK_EVERY_MS = 5000;
/** Delay until new waiting updates of this process are first checked: most cannot be applied sooner. */
const LOOK_AFTER_MS = 500;
const BOUNDS_EVERY_MS = 10_000;
const DROP_EVERY_MS = 3_600_000;

const now = (): Date => new Date();

const dutiesOf = (service: InboundService): Duty[] => [
  {
    name: 'apply-pending',
    everyMs: LOOK_EVERY_MS,
    run: makeRunWhenDue({
      findDue: () => findNextLook(service.unmappedDatabase),
      run: () => applyDue(service, now()).then(() => false),
      now,
      againMs: LOOK_AFTER_MS,
    }),
    onWake: (_wake, wakeIn) => service.wakeSweep.connect(() => wakeIn(LOOK_AFTER_MS)),
  },
  {
    name: 'limit-pending',
    everyMs: BOUNDS_EVERY_MS,
    async run() {
      await limitPending(service);
      await limitQuarantine(service);
      return false;
    },
  },
  {
    name: 'expire-pending',
    everyMs: DROP_EVERY_MS,
    run: async () => (await expirePending(service)) >= DROP_BATCH,
  },
];

/** Ends when nothing is waiting to be stored, acknowledged or looked up. */
const holderOf = ({ webhooks, acknowledgements, nameLookUps }: InboundService): DutyHolder => ({
  start() {},
  async close() {
    await webhooks.idle();
    await acknowledgements.idle();
    await nameLookUps.idle();
  },
});

/** Background workers: waiting updates, and caps on them and on the quarantine. */
export const makeWorkers = (service: InboundService): Provider[] => [
  {
    provide: BackgroundWorker,
    useValue: new BackgroundWorker(dutiesOf(service), service.logger, holderOf(service)),
  },
];
