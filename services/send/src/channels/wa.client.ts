import { waThreadControl } from '@parley/providers/graph/threads/thread-control';
import { type WaSendBody, waReactionBody, waSendBodies } from '@parley/providers/graph/wa-send-body';
import type { WhatsappCloudClient } from '@parley/providers/graph/whatsapp-cloud-client';
import { refused, type SendOutcome } from '@parley/providers/sent/send-outcome';
import type { Logger } from '@parley/runtime/logger';
import type { ChannelActs, ChannelSender } from './channel.rules.ts';
import type { MarketingAccounts } from './marketing.client.ts';
import type { SendPace } from './send-pace.client.ts';
import { sendParts } from './send-parts.client.ts';

/** The platform's refusal, without its call: certainly not sent. */
const TOO_FAST = refused(
  {
    name: 'graph',
    status: null,
    code: 130429,
    message: 'A number of the WhatsApp Business app sends 20 messages a second.',
  },
  { safeToRetry: true },
);

/**
 * Sends over the cloud API, those of a number of the WhatsApp Business app at the platform's pace. Audio has no caption:
 * its text follows in a separate message under the same message id (docs/reference/sends.md#media).
 */
export function makeWaSender(
  graph: Pick<WhatsappCloudClient, 'sendMessage' | 'sendMarketing'>,
  marketing: MarketingAccounts,
  logger: Pick<Logger, 'warn'>,
  pace: SendPace,
): ChannelSender {
  return {
    send(account, message, messageId, timeoutMs) {
      const {
        id,
        externalId,
        credentials: { access_token: token = '' },
        isOnBizApp,
      } = account;
      const isMarketing = message.category === 'MARKETING' && marketing.has(account, token);
      const plainly = (body: WaSendBody) => (leftMs: number) => graph.sendMessage(externalId, token, body, leftMs);
      const asMarketing = (body: WaSendBody) => async (leftMs: number) => {
        const leftNow = countDown(leftMs);
        const outcome = await graph.sendMarketing(externalId, token, body, leftMs);
        const refusal = refusalOfMarketing(outcome);
        if (refusal === null) return outcome;
        if (refusal === 'account') marketing.leave(account);
        return plainly(body)(leftNow());
      };
      const asTemplate = (body: WaSendBody) => async (leftMs: number) => {
        const leftNow = countDown(leftMs);
        const outcome = await plainly(body)(leftMs);
        if (!isBarred(outcome)) return outcome;
        const marketed = await graph.sendMarketing(externalId, token, body, leftNow());
        // The reason of the ordinary way says what the owner can do.
        if (refusalOfMarketing(marketed) !== null) return outcome;
        marketing.join(account);
        return marketed;
      };
      const plain = message.template === null ? plainly : asTemplate;
      const inTurn = (call: (leftMs: number) => Promise<SendOutcome>) => async (leftMs: number) => {
        const waitedMs = isOnBizApp ? await pace.enter(id, leftMs) : 0;
        return waitedMs === null ? TOO_FAST : call(leftMs - waitedMs);
      };
      const parts = waSendBodies(message, messageId)
        .map(isMarketing ? asMarketing : plain)
        .map(inTurn);
      return sendParts(parts, timeoutMs, messageId, logger);
    },
  };
}

/** The rest of a time limit, at least 1 ms. */
function countDown(limitMs: number): () => number {
  const startedAt = Date.now();
  return () => Math.max(limitMs - (Date.now() - startedAt), 1);
}

/** The account sends marketing by the Marketing Messages API alone: certainly not sent. */
const BARRED = 131063;
const isBarred = (outcome: SendOutcome): boolean => outcome.kind === 'refused' && outcome.provider.code === BARRED;

/** The API takes marketing templates alone, and those that Meta has synchronized already. */
const REFUSED_MESSAGE: ReadonlySet<unknown> = new Set([131055, 134100, 134101]);
/** The template, or the account, is not eligible. */
const REFUSED_ACCOUNT = 134102;
const NO_TEMPLATE = 'Message must be a template message';

/**
 * The object that the Marketing Messages API refused for reasons of its own: then the message, which was certainly not
 * sent, goes by `/messages` (docs/reference/wa.md#marketing-messages-api). Null for every other outcome.
 */
function refusalOfMarketing(outcome: SendOutcome): 'message' | 'account' | null {
  if (outcome.kind !== 'refused') return null;
  const { code, message } = outcome.provider;
  if (code === REFUSED_ACCOUNT) return 'account';
  return REFUSED_MESSAGE.has(code) || (code === 100 && message.includes(NO_TEMPLATE)) ? 'message' : null;
}

const NO_MESSAGE = refused({
  name: 'graph',
  status: null,
  code: null,
  message: 'WhatsApp shows the typing indicator below a message of the person, and there is none.',
});

/** A reaction is a message of its own, a read mark and a typing indicator are one call (docs/reference/wa.md#acts). */
export function makeWaActs(graph: WhatsappCloudClient): ChannelActs {
  return {
    async react({ externalId, credentials: { access_token: token = '' } }, target, emoji, timeoutMs) {
      const body = waReactionBody(target.peer, target.providerMessageId, emoji);
      const outcome = await graph.sendMessage(externalId, token, body, timeoutMs);
      return outcome.kind === 'accepted' ? { kind: 'done' } : outcome;
    },
    markRead: (
      { externalId, credentials: { access_token: token = '' } },
      { providerMessageId: messageId },
      timeoutMs,
    ) => graph.markRead(externalId, token, { messageId, typing: false }, timeoutMs),
    async showTyping({ externalId, credentials: { access_token: token = '' } }, { lastInboundId }, _state, timeoutMs) {
      if (lastInboundId === null) return NO_MESSAGE;
      return graph.markRead(externalId, token, { messageId: lastInboundId, typing: true }, timeoutMs);
    },
    rejectCall: ({ externalId, credentials: { access_token: token = '' } }, callId, timeoutMs) =>
      graph.rejectCall(externalId, token, callId, timeoutMs),
    controlThread: ({ externalId, credentials: { access_token: token = '' } }, control, timeoutMs) =>
      graph.controlThread(externalId, token, waThreadControl(control), timeoutMs),
  };
}
