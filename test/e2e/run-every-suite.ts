import { casesOf } from '@parley/testing/tier';
import { describe } from 'vitest';
import type { Form } from '../support/system/system.ts';
import { AI_LIBRARY_VARIABLES, botKeySuite } from './suites/bots/bot-keys.ts';
import { botLoopSuite } from './suites/bots/bot-loops.ts';
import { botThreadSuite } from './suites/bots/bot-threads.ts';
import { botToolSuite } from './suites/bots/bot-tools.ts';
import { botSuite } from './suites/bots/bots.ts';
import { channelSuite } from './suites/channels/channels.ts';
import { conformanceSuite } from './suites/channels/conformance.ts';
import { connectLinkSuite } from './suites/channels/connect-link.ts';
import { disconnectSuite } from './suites/channels/disconnect.ts';
import { echoSuite } from './suites/channels/echoes.ts';
import { pageSuite } from './suites/channels/pages.ts';
import { telegramSuite } from './suites/channels/telegram.ts';
import { telegramChatSuite } from './suites/channels/telegram-chats.ts';
import { tiktokSuite } from './suites/channels/tiktok.ts';
import { commentReplySuite } from './suites/comments/comment-replies.ts';
import { commentSuite } from './suites/comments/comments.ts';
import { consoleSuite } from './suites/console/console.ts';
import { consoleInboxSuite } from './suites/console/console-inbox.ts';
import { noteSuite } from './suites/console/notes.ts';
import { notificationSuite } from './suites/console/notifications.ts';
import { deviceMediaSuite } from './suites/devices/device-media.ts';
import { deviceMessageSuite } from './suites/devices/device-messages.ts';
import { deviceSessionSuite } from './suites/devices/device-sessions.ts';
import { groupSuite } from './suites/devices/groups.ts';
import { newChatSuite } from './suites/devices/new-chats.ts';
import { profileSuite } from './suites/devices/profiles.ts';
import { badInput } from './suites/errors/bad-input.ts';
import { errorCodes } from './suites/errors/error-codes.ts';
import { peerFailures } from './suites/errors/peer-failures.ts';
import type { GetSystem } from './suites/get-system.ts';
import { generatedConsoleRequests } from './suites/hostile/generated-console-requests.ts';
import { generatedRequests } from './suites/hostile/generated-requests.ts';
import { hostileWebhookSuite } from './suites/hostile/hostile-webhooks.ts';
import { unstorableValueSuite } from './suites/hostile/unstorable-values.ts';
import { keyChannelSuite } from './suites/keys/key-channels.ts';
import { mcpSuite } from './suites/keys/mcp.ts';
import { tenantWallSuite } from './suites/keys/tenant-walls.ts';
import { actSuite } from './suites/messages/acts.ts';
import { consentSuite } from './suites/messages/consent.ts';
import { conversationLifeSuite } from './suites/messages/conversation-life.ts';
import { heldTemplateSuite } from './suites/messages/held-templates.ts';
import { messageSuite } from './suites/messages/messages.ts';
import { optInEventSuite } from './suites/messages/opt-in-events.ts';
import { receivedContentSuite } from './suites/messages/received-contents.ts';
import { deviceContentSuite } from './suites/messages/sent-contents.ts';
import { templateSuite } from './suites/messages/templates.ts';
import { uploadSuite } from './suites/messages/uploads.ts';
import { dashboardSuite } from './suites/operations/dashboard.ts';
import { erasureSuite } from './suites/operations/erasure.ts';
import { operatorSuite } from './suites/operations/operator.ts';
import { quietLogSuite } from './suites/operations/quiet-log.ts';
import { systemForSuites } from './suites/system-for-suites.ts';
import { platformWebhookSuite } from './suites/webhooks/platform-webhooks.ts';
import { webhookSuite } from './suites/webhooks/webhooks.ts';

type Suite = (getSystem: GetSystem) => void;

/**
 * Suites that share nothing but the system: each of their tests has tenants of its own. A lane runs its suites in
 * sequence, and the lanes run concurrently, because most tests spend their time waiting for a retry, a debounce or a
 * poll.
 */
const LANES: Readonly<Record<string, readonly Suite[]>> = {
  bots: [botSuite, botToolSuite, botLoopSuite, botThreadSuite],
  keys: [notificationSuite, botKeySuite, keyChannelSuite, tenantWallSuite, mcpSuite],
  messages: [
    conformanceSuite,
    uploadSuite,
    actSuite,
    consentSuite,
    heldTemplateSuite,
    telegramChatSuite,
    receivedContentSuite,
    erasureSuite,
  ],
  failures: [hostileWebhookSuite, messageSuite, errorCodes, badInput, telegramSuite],
  connections: [
    ...[commentSuite, commentReplySuite, channelSuite, templateSuite, connectLinkSuite, disconnectSuite],
    ...[
      deviceSessionSuite,
      newChatSuite,
      deviceMessageSuite,
      deviceMediaSuite,
      deviceContentSuite,
      groupSuite,
      profileSuite,
      optInEventSuite,
      operatorSuite,
      conversationLifeSuite,
      noteSuite,
    ],
    ...[consoleSuite, consoleInboxSuite, webhookSuite, platformWebhookSuite, peerFailures],
  ],
};

/** These change sandbox settings that affect all tenants, or age while the lanes run. */
const ALONE: readonly Suite[] = [
  ...[echoSuite, pageSuite, tiktokSuite],
  // Its wrong keys can exhaust the limit for wrong keys of one address.
  generatedRequests,
  generatedConsoleRequests,
  unstorableValueSuite,
  dashboardSuite,
];

/**
 * Every promise of the API, over HTTP, on the running product in one of its forms. With `shortEvery` a short run takes
 * one suite in that many, and the next commit's run takes others (docs/tests.md). With `together` the services of a cluster
 * share processes by kind (docs/operations/parts.md). With `pooled` the database is behind PgBouncer.
 */
export function runEverySuite(form: Form, { shortEvery = 1, together = false, pooled = false } = {}): void {
  describe(`Parley as ${form}${pooled ? ' behind PgBouncer' : ''}`, () => {
    const variables = {
      // Longer than a busy machine takes to answer: a linked phone looks the person up, encrypts and uploads the file, and
      // waits for the network, all within this time. Only tests of lost answers wait that long.
      PARLEY_PROVIDER_TIMEOUT_MS: '10000',
      // The last suite searches the log, which is written at the most verbose level.
      LOG_LEVEL: 'trace',
      PARLEY_ELIGIBLE_PLANS: 'standard,professional,enterprise',
      // The shortest possible interval: only polls find comments on TikTok.
      PARLEY_TIKTOK_POLL_SECONDS: '10',
      ...AI_LIBRARY_VARIABLES,
    };
    const getSystem = systemForSuites(form, variables, { together, pooled });
    for (const [lane, suites] of Object.entries(LANES))
      describe.concurrent(`lane of ${lane}`, () => {
        describe.sequential('in order', () => {
          for (const suite of casesOf(suites, shortEvery)) suite(getSystem);
        });
      });
    for (const suite of casesOf(ALONE, shortEvery)) suite(getSystem);
    // Last, because it reads the log of all the others.
    quietLogSuite(getSystem);
  });
}
