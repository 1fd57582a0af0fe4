import { casesOf } from '@parley/testing/tier';
import { describe } from 'vitest';
import type { Form } from '../support/system.ts';
import { actSuite } from './suites/acts.ts';
import { badInput } from './suites/bad-input.ts';
import { AI_LIBRARY_VARIABLES, botKeySuite } from './suites/bot-keys.ts';
import { botLoopSuite } from './suites/bot-loops.ts';
import { botToolSuite } from './suites/bot-tools.ts';
import { botSuite } from './suites/bots.ts';
import { channelSuite } from './suites/channels.ts';
import { commentReplySuite } from './suites/comment-replies.ts';
import { commentSuite } from './suites/comments.ts';
import { conformanceSuite } from './suites/conformance.ts';
import { connectLinkSuite } from './suites/connect-link.ts';
import { consentSuite } from './suites/consent.ts';
import { consoleSuite } from './suites/console.ts';
import { consoleInboxSuite } from './suites/console-inbox.ts';
import { conversationLifeSuite } from './suites/conversation-life.ts';
import { dashboardSuite } from './suites/dashboard.ts';
import { deviceMediaSuite } from './suites/device-media.ts';
import { deviceMessageSuite } from './suites/device-messages.ts';
import { deviceSessionSuite } from './suites/device-sessions.ts';
import { disconnectSuite } from './suites/disconnect.ts';
import { echoSuite } from './suites/echoes.ts';
import { erasureSuite } from './suites/erasure.ts';
import { errorCodes } from './suites/error-codes.ts';
import { generatedConsoleRequests } from './suites/generated-console-requests.ts';
import { generatedRequests } from './suites/generated-requests.ts';
import type { GetSystem } from './suites/get-system.ts';
import { hostileWebhookSuite } from './suites/hostile-webhooks.ts';
import { keyChannelSuite } from './suites/key-channels.ts';
import { mcpSuite } from './suites/mcp.ts';
import { messageSuite } from './suites/messages.ts';
import { noteSuite } from './suites/notes.ts';
import { notificationSuite } from './suites/notifications.ts';
import { operatorSuite } from './suites/operator.ts';
import { optInEventSuite } from './suites/opt-in-events.ts';
import { pageSuite } from './suites/pages.ts';
import { peerFailures } from './suites/peer-failures.ts';
import { platformWebhookSuite } from './suites/platform-webhooks.ts';
import { quietLogSuite } from './suites/quiet-log.ts';
import { receivedContentSuite } from './suites/received-contents.ts';
import { deviceContentSuite } from './suites/sent-contents.ts';
import { systemForSuites } from './suites/system-for-suites.ts';
import { telegramSuite } from './suites/telegram.ts';
import { telegramChatSuite } from './suites/telegram-chats.ts';
import { templateSuite } from './suites/templates.ts';
import { tenantWallSuite } from './suites/tenant-walls.ts';
import { tiktokSuite } from './suites/tiktok.ts';
import { unstorableValueSuite } from './suites/unstorable-values.ts';
import { webhookSuite } from './suites/webhooks.ts';

type Suite = (getSystem: GetSystem) => void;

/**
 * Suites that share nothing but the system: each of their tests has tenants of its own. A lane runs its suites in
 * sequence, and the lanes run concurrently, because most tests spend their time waiting for a retry, a debounce or a
 * poll.
 */
const LANES: Readonly<Record<string, readonly Suite[]>> = {
  bots: [botSuite, botToolSuite, botLoopSuite],
  keys: [notificationSuite, botKeySuite, keyChannelSuite, tenantWallSuite, mcpSuite],
  messages: [conformanceSuite, actSuite, consentSuite, telegramChatSuite, receivedContentSuite, erasureSuite],
  failures: [hostileWebhookSuite, messageSuite, errorCodes, badInput, telegramSuite],
  connections: [
    ...[commentSuite, commentReplySuite, channelSuite, templateSuite, connectLinkSuite, disconnectSuite],
    ...[
      deviceSessionSuite,
      deviceMessageSuite,
      deviceMediaSuite,
      deviceContentSuite,
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
      // Longer than a busy machine takes to answer. Only tests of lost answers wait that long.
      PARLEY_PROVIDER_TIMEOUT_MS: '4000',
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
