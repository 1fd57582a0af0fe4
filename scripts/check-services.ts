import { fileURLToPath } from 'node:url';
import { findRowDefaults } from './find-row-defaults.ts';
import { findServiceProblems, productSources, type Reasons } from './find-service-problems.ts';
import { findSnakeMembers, type SnakeReasons } from './find-snake-members.ts';

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
  'services/send/src/storage/durable-writer.ts':
    "One outcome of a provider is stored again and again, for a bounded time: the provider can't be asked twice.",
  'services/webhook-delivery/src/use-cases/lane-worker.ts':
    'The BackgroundWorker begins and ends it. It claims when the next delivery is due, at a time that it learns from each claim.',
  'services/webhook-delivery/src/use-cases/run-lane.ts':
    'The one clock of a claimed lane, which ends with the lane: a timer for each wait would cost more than the waits.',
};

/** Names that stay in snake_case inside services (docs/architecture.md#one-casing-inside). */
const SNAKE: SnakeReasons = {
  'The data of events and of notifications, as it is stored and signed': [
    'services/bots/src/replies/reply-context.rules.ts',
    'services/bots/src/turns/turn-end.rules.ts',
    'services/bots/src/turns/send-reply.steps.ts',
    'services/channel-connect/src/channels/channel-events.rules.ts',
    'services/comments/src/received/comment-event.rules.ts',
    'services/channel-connect/src/channels/business-events.rules.ts',
    'services/inbound/src/events/build-event-only.rules.ts',
    'services/inbound/src/messages/build-events.rules.ts',
    'services/pairing/src/received/publish-typing.steps.ts',
    'services/inbox/src/domain/change-conversation.ts',
    'services/inbound/src/messages/new-message.rules.ts',
    'services/inbound/src/devices/read-device-items.rules.ts',
    'services/inbound/src/messages/report-to-platform.rules.ts',
    'services/inbound/src/messages/store-attachment.rules.ts',
    'services/inbox/src/domain/mention-facts.ts',
    'services/notifications/src/sending/accepted-event.rules.ts',
    'services/notifications/src/planning/news-of-fact.rules.ts',
    'services/notifications/src/planning/plan-notifications.rules.ts',
    'services/notifications/src/wording/render-message.rules.ts',
    'services/notifications/src/planning/sweep-unattended.ts',
    'services/pairing/src/leases/device-events.rules.ts',
    'services/send/src/use-cases/prepare-linked-file.ts',
    'services/send/src/use-cases/prepare-uploaded-file.ts',
    'services/send/src/use-cases/send-bot-message.ts',
    'services/webhook-delivery/src/domain/build-request.ts',
    'services/webhook-delivery/src/domain/failing-fact.ts',
    'services/webhook-delivery/src/domain/typing-event.ts',
    'services/webhook-delivery/src/use-cases/read-events.ts',
  ],
  'Settings of a bot and bodies of its tools, as the customer writes and gets them': [
    'services/bots/src/replies/post-tool.client.ts',
    'services/bots/src/turns/decide-turn.rules.ts',
    'services/accounts/src/use-cases/erase-mentions.ts',
    'services/bots/src/usage/read-price-list.rules.ts',
  ],
  'Credentials, as they are stored': [
    'services/channel-connect/src/connecting/credentials.rules.ts',
    'services/comments/src/accounts/access-token.steps.ts',
    'services/files/src/adapters/media-sources/make-media-sources.ts',
    'services/files/src/adapters/media-sources/tg-source.ts',
    'services/files/src/adapters/media-sources/tt-source.ts',
    'services/files/src/adapters/media-sources/wa-source.ts',
    'services/send/src/adapters/acts/make-acts.ts',
    'services/send/src/adapters/acts/meta-page-acts.ts',
    'services/send/src/adapters/acts/tg-acts.ts',
    'services/send/src/adapters/acts/tt-acts.ts',
    'services/send/src/adapters/acts/wa-acts.ts',
    'services/send/src/adapters/renew-token.ts',
    'services/send/src/adapters/senders/make-senders.ts',
    'services/send/src/adapters/senders/meta-page-sender.ts',
    'services/send/src/adapters/senders/tg-sender.ts',
    'services/send/src/adapters/senders/tt-sender.ts',
    'services/send/src/adapters/senders/wa-sender.ts',
  ],
  'Words of providers and libraries': [
    'services/channel-connect/src/links/dialog-url.rules.ts',
    'services/channel-connect/src/channels/number-quality.rules.ts',
    'services/files/src/adapters/thumbnails/thumbnail-worker.ts',
    'services/inbound/src/callbacks/parse-callback.rules.ts',
    'services/pairing/src/received/read-call.client.ts',
    'services/pairing/src/received/read-group-change.client.ts',
    'services/pairing/src/network/open-socket.client.ts',
    'services/pairing/src/received/read-choice.client.ts',
    'services/pairing/src/sends/upload-media.client.ts',
    'services/pairing/src/devices/restriction.rules.ts',
  ],
  'Codes, kinds and tables: values that are keys here': [
    'services/bots/src/usage/cap-budget.rules.ts',
    'services/bots/src/keys/judge-test.rules.ts',
    'services/bots/src/knowledge/source-answer.rules.ts',
    'services/channel-connect/src/removal/removal-calls.client.ts',
    'services/channel-connect/src/links/connect-result.rules.ts',
    'services/inbox/src/use-cases/erase-person.ts',
    'services/notifications/src/sending/account-mail.rules.ts',
    'services/notifications/src/wording/notification-texts.rules.ts',
    'services/pairing/src/leases/device-state.rules.ts',
    'services/pairing/src/erasure/erase-person.ts',
    'services/webhook-delivery/src/domain/partition-plan.ts',
  ],
};

/** Files where an element of a list may be missing; elsewhere a default for one hides a mistake. */
const ROW_DEFAULTS: Reasons = {
  'apps/gateway/src/rate-limit/window-log.ts': 'A ring of numbers, whose index is always within it.',
  'services/files/src/adapters/thumbnails/turn-pixels.ts': 'Bytes of an image, read once for each pixel.',
  'services/inbound/src/messages/name-votes.rules.ts':
    'The platform names the position; the options of the poll may not be known.',
};

const ROOT = fileURLToPath(new URL('..', import.meta.url));
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
