import { afterAll, beforeAll, describe } from 'vitest';
import { type Form, type System, startSystem } from '../support/system.ts';
import { badInput } from './suites/bad-input.ts';
import { channelPromises } from './suites/channels.ts';
import { commentReplyPromises } from './suites/comment-replies.ts';
import { commentPromises } from './suites/comments.ts';
import { conformancePromises } from './suites/conformance.ts';
import { connectLinkPromises } from './suites/connect-link.ts';
import { deviceMediaPromises } from './suites/device-media.ts';
import { deviceMessagePromises } from './suites/device-messages.ts';
import { deviceSessionPromises } from './suites/device-sessions.ts';
import { disconnectPromises } from './suites/disconnect.ts';
import { echoPromises } from './suites/echoes.ts';
import { erasurePromises } from './suites/erasure.ts';
import { errorCodes } from './suites/error-codes.ts';
import { generatedRequests } from './suites/generated-requests.ts';
import type { GetSystem } from './suites/get-system.ts';
import { hostileWebhookPromises } from './suites/hostile-webhooks.ts';
import { keyChannelPromises } from './suites/key-channels.ts';
import { messagePromises } from './suites/messages.ts';
import { operatorPromises } from './suites/operator.ts';
import { pagePromises } from './suites/pages.ts';
import { peerFailures } from './suites/peer-failures.ts';
import { quietLogPromises } from './suites/quiet-log.ts';
import { telegramPromises } from './suites/telegram.ts';
import { tiktokPromises } from './suites/tiktok.ts';
import { webhookPromises } from './suites/webhooks.ts';

/** Every promise of the API, over HTTP, on the running product in one of its forms. */
export function runEverySuite(form: Form): void {
  describe(`Parley as ${form}`, () => {
    let system: System | undefined;
    beforeAll(async () => {
      system = await startSystem(form, {
        PARLEY_PROVIDER_TIMEOUT_MS: '2000',
        // What is said at the most verbose level is looked through at the end.
        LOG_LEVEL: 'trace',
        PARLEY_ELIGIBLE_PLANS: 'standard,professional,enterprise',
        // The shortest that there is: comments on TikTok are told by polls alone.
        PARLEY_TIKTOK_POLL_SECONDS: '10',
      });
    }, 120_000);
    afterAll(async () => {
      await system?.stop();
    }, 60_000);
    const getSystem: GetSystem = () => {
      if (!system) throw new Error('The system did not start.');
      return system;
    };
    messagePromises(getSystem);
    conformancePromises(getSystem);
    echoPromises(getSystem);
    pagePromises(getSystem);
    telegramPromises(getSystem);
    channelPromises(getSystem);
    connectLinkPromises(getSystem);
    disconnectPromises(getSystem);
    commentPromises(getSystem);
    commentReplyPromises(getSystem);
    deviceSessionPromises(getSystem);
    deviceMessagePromises(getSystem);
    deviceMediaPromises(getSystem);
    keyChannelPromises(getSystem);
    operatorPromises(getSystem);
    webhookPromises(getSystem);
    peerFailures(getSystem);
    errorCodes(getSystem);
    badInput(getSystem);
    generatedRequests(getSystem);
    hostileWebhookPromises(getSystem);
    tiktokPromises(getSystem);
    erasurePromises(getSystem);
    // Last: it reads what all the others made the product say.
    quietLogPromises(getSystem);
  });
}
