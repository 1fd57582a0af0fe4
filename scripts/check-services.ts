import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRowDefaults } from './find-row-defaults.ts';
import { findServiceProblems, productSources, type Reasons } from './find-service-problems.ts';
import { findSnakeMembers, type SnakeReasons } from './find-snake-members.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Texts of notifications in each language, by their kinds. */
const TEXTS = 'services/notifications/src/wording/texts';
const catalogues = readdirSync(join(ROOT, TEXTS))
  .filter((file) => file !== 'catalogue.rules.ts')
  .map((file) => `${TEXTS}/${file}`);

/** Allowed exceptions: all other periodic work is a duty of the BackgroundWorker, which starts, pauses and stops it. */
const LOOPS: Reasons = {
  'services/channel-connect/src/tokens/refresh-channel-token.ts':
    'One request waits, for a bounded time, until another worker has renewed the token.',
  'services/pairing/src/workers.ts':
    'LeaseWatch runs during the stop too, until the last device is released; a BackgroundWorker ends before.',
  'services/pairing/src/leases/guard-auth.client.ts':
    "The client must not go on without its keys: it waits through an outage of the database, until the device's lease is lost.",
  'services/pairing/src/leases/handle-device-event.steps.ts':
    "A device's next step waits until this one is stored, or the device's lease is lost.",
  'services/pairing/src/network/open-socket.client.ts':
    'The watch of one socket, which notices that nothing arrives and ends with the socket.',
  'services/send/src/settle/durable-writer.store.ts':
    "One outcome of a provider is stored again and again, for a bounded time: the provider can't be asked twice.",
  'services/webhook-delivery/src/lanes/lane-worker.ts':
    'The BackgroundWorker begins and ends it: one clock for the next claim, at a time that it learns from each claim, and one for each claimed lane, which ends with the lane.',
};

/** Names that stay in snake_case inside services (docs/architecture.md#one-casing-inside). */
const SNAKE: SnakeReasons = {
  'The data of events and of notifications, as it is stored and signed': [
    'services/bots/src/replies/reply.rules.ts',
    'services/bots/src/turns/turn-end.rules.ts',
    'services/bots/src/turns/turn.steps.ts',
    'services/channel-connect/src/channels/account.rules.ts',
    'services/comments/src/received/changes.rules.ts',
    'services/inbound/src/events/event-only.rules.ts',
    'services/inbound/src/messages/message-events.rules.ts',
    'services/pairing/src/received/publish-typing.steps.ts',
    'services/inbox/src/conversations/change-conversation.rules.ts',
    'services/inbound/src/messages/message.rules.ts',
    'services/inbound/src/devices/read-device-items.rules.ts',
    'services/inbound/src/messages/report-to-platform.rules.ts',
    'services/inbox/src/notes/note.rules.ts',
    'services/notifications/src/sending/job.rules.ts',
    'services/notifications/src/planning/plan-notifications.rules.ts',
    'services/notifications/src/push/push.rules.ts',
    'services/notifications/src/wording/render-message.rules.ts',
    'services/notifications/src/planning/sweep-ends.ts',
    'services/notifications/src/planning/sweep-unattended.ts',
    'services/pairing/src/leases/step.rules.ts',
    'services/send/src/content/prepare-file.steps.ts',
    'services/send/src/sends/send-bot-message.ts',
    'services/webhook-delivery/src/attempts/request.rules.ts',
    'services/webhook-delivery/src/lanes/lane.rules.ts',
    'services/webhook-delivery/src/typing/typing-event.rules.ts',
    'services/webhook-delivery/src/ledger/read-events.ts',
  ],
  'Settings of a bot and bodies of its tools, as the customer writes and gets them': [
    'services/bots/src/replies/post-tool.client.ts',
    'services/bots/src/turns/decide-turn.rules.ts',
    'services/accounts/src/erasure/erase-mentions.ts',
    'services/bots/src/usage/price-list.rules.ts',
  ],
  'Hours of a week, as people give them': ['services/channel-connect/src/numbers/call-hours.rules.ts'],
  'Credentials, as they are stored': [
    'services/channel-connect/src/connecting/credentials.rules.ts',
    'services/comments/src/accounts/access-token.steps.ts',
    'services/files/src/sources/make-media-sources.client.ts',
    'services/inbound/src/people/learn-names.steps.ts',
    'services/files/src/sources/tg-source.client.ts',
    'services/files/src/sources/tt-source.client.ts',
    'services/files/src/sources/wa-source.client.ts',
    'services/send/src/channels/page.client.ts',
    'services/send/src/channels/tg.client.ts',
    'services/send/src/channels/tt.client.ts',
    'services/send/src/channels/wa.client.ts',
    'services/send/src/channels/token.client.ts',
  ],
  'Words of providers and libraries': [
    'services/channel-connect/src/links/dialog.rules.ts',
    'services/channel-connect/src/removal/owner-removal.rules.ts',
    'services/channel-connect/src/channels/health.rules.ts',
    'services/files/src/thumbnails/thumbnail-worker.client.ts',
    'services/inbound/src/callbacks/parse-callback.rules.ts',
    'services/pairing/src/groups/groups.client.ts',
    'services/pairing/src/received/calls.client.ts',
    'services/pairing/src/received/read-group-change.client.ts',
    'services/pairing/src/health/quota.rules.ts',
    'services/pairing/src/received/read-content.client.ts',
    'services/pairing/src/sends/build-media-message.client.ts',
    'services/pairing/src/devices/linked-device.rules.ts',
  ],
  'Codes, kinds and tables: values that are keys here': [
    'services/bots/src/usage/budget.rules.ts',
    'services/bots/src/keys/key.rules.ts',
    'services/bots/src/knowledge/source.rules.ts',
    'services/channel-connect/src/removal/removal-calls.client.ts',
    'services/channel-connect/src/links/link.rules.ts',
    'services/inbox/src/erasure/erase-person.ts',
    ...catalogues,
    'services/pairing/src/leases/device-state.rules.ts',
    'services/pairing/src/erasure/erase-person.ts',
    'services/webhook-delivery/src/retention/partition-plan.rules.ts',
  ],
};

/** Files where an element of a list may be missing; elsewhere a default for one hides a mistake. */
const ROW_DEFAULTS: Reasons = {
  'services/files/src/thumbnails/turn-pixels.client.ts': 'Bytes of an image, read once for each pixel.',
  'services/inbound/src/messages/replied-message.rules.ts':
    'The platform names the position; the options of the poll may not be known.',
};

const problems = [
  ...findServiceProblems(ROOT, LOOPS),
  ...findSnakeMembers(ROOT, SNAKE),
  ...findRowDefaults(ROOT, productSources(ROOT), ROW_DEFAULTS),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  console.error(`${problems.length} departures from the template of a service (docs/architecture.md#a-service).`);
  process.exitCode = 1;
} else {
  console.log('Every service follows the template.');
}
