import type { Provider } from '@nestjs/common';
import type { Subscription } from '@parley/bus/carriers/carrier';
import { BackgroundWorker, type Duty, type DutyHolder } from '@parley/bus/duties/background-worker';
import { contactTyping, deliveriesDue, keyChanged } from '@parley/common/hints';
import { LaneWorker } from './lanes/lane-worker.ts';
import { tidyTables } from './retention/tidy-tables.ts';
import type { WebhookDeliveryService } from './service.ts';
import { relayTyping } from './typing/relay-typing.ts';

const TIDY_EVERY_MS = 60_000;
/** A worker counts as dead after two checks. */
const LOOK_FOR_DEAD_EVERY_MS = 250;

const dutiesOf = (service: WebhookDeliveryService): Duty[] => [
  {
    name: 'release-dead-claims',
    everyMs: LOOK_FOR_DEAD_EVERY_MS,
    run: () => service.claims.takeOver(),
  },
  { name: 'tidy', everyMs: TIDY_EVERY_MS, run: () => tidyTables(service) },
];

/** Delivers, from before the first duty starts until after the last has ended. */
function makeDelivering(service: WebhookDeliveryService): DutyHolder {
  const { bus, claims, receivers } = service;
  const worker = new LaneWorker(service);
  service.wakeLanes.connect((instanceIds) => worker.wake(instanceIds));
  let hints: Subscription[] = [];
  return {
    start() {
      hints = [
        bus.onHint(deliveriesDue, (due) => worker.receive(due)),
        // A lane holds the old values of its key.
        bus.onHint(keyChanged, ({ instanceId }) => worker.restart(instanceId)),
        // The queue group gives each notice to one worker.
        bus.onHint(contactTyping, (typing) => relayTyping(service, typing), { queue: 'webhook-delivery' }),
      ];
      claims.holder.start(() => worker.confirm());
      worker.start();
    },
    async close() {
      await Promise.all(hints.map((hint) => hint.drain()));
      await worker.stop();
      await service.typings.idle();
      await claims.holder.close();
      await receivers.destroy();
    },
  };
}

export const makeWorkers = (service: WebhookDeliveryService): Provider[] => [
  {
    provide: BackgroundWorker,
    useValue: new BackgroundWorker(dutiesOf(service), service.logger, makeDelivering(service)),
  },
];
