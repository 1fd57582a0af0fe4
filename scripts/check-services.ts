import { fileURLToPath } from 'node:url';
import { findServiceProblems, type Reasons } from './find-service-problems.ts';

/** Everything else that repeats in time is a duty of the BackgroundWorker, which begins, pauses and ends it. */
const LOOPS: Reasons = {
  'services/channel-connect/src/use-cases/refresh-token.ts':
    'One request waits, for a bounded time, until another worker has renewed the token.',
  'services/pairing/src/workers.ts':
    'LeaseWatch runs during the stop too, until the last device is released; a BackgroundWorker ends before.',
  'services/pairing/src/use-cases/guard-auth.ts':
    "The client must not go on without its keys: it waits through an outage of the database, until the device's lease is lost.",
  'services/pairing/src/use-cases/device-runner.ts':
    "A device's next step waits until this one is stored, or the device's lease is lost.",
  'services/pairing/src/use-cases/inbound-queue.ts':
    'The queue of one connected device: it retries its oldest batch, in order, and ends with the device.',
  'services/pairing/src/adapters/baileys-network/open-socket.ts':
    'The watch of one socket, which notices that nothing arrives and ends with the socket.',
  'services/send/src/use-cases/durable-writer.ts':
    "One outcome of a provider is stored again and again, for a bounded time: the provider can't be asked twice.",
  'services/webhook-delivery/src/use-cases/work-lanes.ts':
    'The BackgroundWorker begins and ends it. It claims when the next delivery is due, at a time that it learns from each claim.',
  'services/webhook-delivery/src/use-cases/run-lane.ts':
    'The one clock of a claimed lane, which ends with the lane: a timer for each wait would cost more than the waits.',
};

const problems = findServiceProblems(fileURLToPath(new URL('..', import.meta.url)), LOOPS);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} departures from the template of a service (docs/architecture.md#a-service).`);
  process.exitCode = 1;
} else {
  console.log('Every service follows the template.');
}
