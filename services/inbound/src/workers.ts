import type { Provider } from '@nestjs/common';
import { BackgroundWorker, type Duty, type DutyHolder } from '@parley/bus/duties/background-worker';
import { makeDueDuty } from '@parley/database/due/make-due-duty';
import { findDueImport, findDuePart } from './history/history.store.ts';
import { importHistory } from './history/import-history.ts';
import { readHistoryParts } from './history/read-history-parts.ts';
import { applyDue } from './pending/apply-due.ts';
import { expirePending } from './pending/expire-pending.ts';
import { limitPending } from './pending/limit-pending.ts';
import { DROP_BATCH } from './pending/pending.rules.ts';
import { findBounded, findNextLook } from './pending/pending.store.ts';
import { limitQuarantine } from './quarantine/limit-quarantine.ts';
import type { InboundService } from './service.ts';

/** Pause when other workers have everything that is due. */
const HISTORY_AGAIN_MS = 1000;
/** Delay until new waiting updates of this process are first checked: most cannot be applied sooner. */
const LOOK_AFTER_MS = 500;
const BOUNDS_EVERY_MS = 10_000;
const DROP_EVERY_MS = 3_600_000;

const now = (): Date => new Date();

const dutiesOf = (service: InboundService): Duty[] => [
  makeDueDuty({
    name: 'apply-pending',
    database: service.unmappedDatabase,
    findDue: findNextLook,
    run: () => applyDue(service, now()).then(() => false),
    now,
    againMs: LOOK_AFTER_MS,
    onWake: (_wake, wakeIn) => service.wakeSweep.connect(() => wakeIn(LOOK_AFTER_MS)),
  }),
  makeDueDuty({
    name: 'read-history-parts',
    database: service.unmappedDatabase,
    findDue: findDuePart,
    run: () => readHistoryParts(service),
    now: service.now,
    againMs: HISTORY_AGAIN_MS,
    onWake: (wake) => service.wakeHistory.connect(wake),
  }),
  makeDueDuty({
    name: 'import-history',
    database: service.unmappedDatabase,
    findDue: findDueImport,
    run: () => importHistory(service),
    now: service.now,
    againMs: HISTORY_AGAIN_MS,
  }),
  makeDueDuty({
    name: 'limit-pending',
    database: service.unmappedDatabase,
    findDue: findBounded,
    async run() {
      await limitPending(service);
      await limitQuarantine(service);
      return false;
    },
    now,
    againMs: BOUNDS_EVERY_MS,
  }),
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

/** Background workers: waiting updates, histories, and caps on the former and on the quarantine. */
export const makeWorkers = (service: InboundService): Provider[] => [
  {
    provide: BackgroundWorker,
    useValue: new BackgroundWorker(dutiesOf(service), service.logger, holderOf(service)),
  },
];
