import { wakeDeliveries } from '@parley/bus/wake-deliveries';
import { at } from '@parley/common/at';
import { AppError, type ProviderProblem, refusalCodeOf } from '@parley/common/errors';
import { lockTenant } from '@parley/database/transactions/lock-tenant';
import { failOpenSend } from '@parley/messaging/messages/settle-late';
import type { SendOutcome } from '@parley/providers/sent/send-outcome';
import type { SendingAccount, UploadFile } from '../channels/channel.rules.ts';
import { reportTokenRefusal } from '../channels/token.client.ts';
import { fetchImage } from '../content/linked-file.client.ts';
import { openUpload } from '../content/upload.client.ts';
import { START_WITHIN_MS } from '../interrupted/interrupted.rules.ts';
import { findMissingCheck } from '../reserve/may-send.rules.ts';
import { checkTemplate } from '../reserve/reserve-send.steps.ts';
import type { ReservedSend } from '../sends/send.rules.ts';
import { unavailable } from '../sends/send-errors.rules.ts';
import { handOver } from '../sends/send-message.steps.ts';
import { retryTransaction } from '../sends/transaction.store.ts';
import type { SendService } from '../service.ts';
import { settleOutcome } from '../settle/settle-outcome.steps.ts';
import { postponeSends } from './due.store.ts';
import { CANCELLED, type ClaimedSend, failedBy, nextTry, type SendFailed } from './scheduled-send.rules.ts';

/**
 * Sends a claimed message, or fails it with message.status: no caller waits for an answer. What is not stored here, the
 * sweeper ends. Never rejects.
 */
export async function sendScheduled(service: SendService, claimed: ClaimedSend): Promise<void> {
  try {
    await leave(service, claimed);
  } catch (error) {
    const { messageId: message_id, tenantId: tenant_id } = claimed;
    service.logger.error(
      'scheduled-send.failed',
      { err: error, message_id, tenant_id },
      'A scheduled send was not stored.',
    );
  }
}

async function leave(service: SendService, claimed: ClaimedSend): Promise<void> {
  const { refusal, isWithdrawn, claimedAtMs, account } = claimed;
  if (isWithdrawn) return failScheduled(service, claimed, CANCELLED);
  if (refusal) return failScheduled(service, claimed, failedBy(refusal));
  if (account.isOffline) return wait(service, claimed);
  let send: ReservedSend;
  let credentials: SendingAccount['credentials'];
  try {
    await checkScheduled(service, claimed);
    send = await prepareScheduled(service, claimed);
    credentials = service.openCredentials(account.credentials);
  } catch (error) {
    return giveUp(service, claimed, error);
  }
  if (Date.now() > claimedAtMs + START_WITHIN_MS) return giveUp(service, claimed, unavailable());
  const startedAt = new Date();
  const timeoutMs = service.environment.PARLEY_PROVIDER_TIMEOUT_MS;
  const answered = await handOver(service, send, credentials, (call) => call(timeoutMs));
  const { outcome } = answered;
  if (outcome.kind === 'refused') await storeRefusal(service, claimed, outcome);
  else await service.durableWriter.write(() => settleOutcome(service, answered), null);
  reportTokenRefusal(service, answered, startedAt);
}

/** Since it was scheduled, the recipient may have opted out, or reached the platform's limit of marketing. */
async function checkScheduled(service: SendService, claimed: ClaimedSend): Promise<void> {
  const { tenantId, account, template, claimedAtMs } = claimed;
  const deadlineAt = claimedAtMs + START_WITHIN_MS;
  const check = template && findMissingCheck(account, claimed, service.now());
  if (check) await checkTemplate(service, { tenantId, deadlineAt }, check, template);
}

/** Makes a claimed message the send that it was when it was scheduled. Throws when its file cannot be opened. */
export async function prepareScheduled(service: SendService, due: ClaimedSend): Promise<ReservedSend> {
  const { conversationId, peer, text, template, content: rich, quoted, options, replyToId } = due;
  const file = await openFile(service, due);
  return {
    tenantId: due.tenantId,
    instanceId: due.instanceId,
    origin: due.origin,
    channel: due.channel,
    from: null,
    namedConversationId: conversationId,
    commentId: null,
    // Its answer was given when it was scheduled, so no caller waits.
    idempotency: null,
    deadlineAt: Number.POSITIVE_INFINITY,
    message: { to: peer, text, media: mediaOf(due), template, rich, quoted, ...options },
    attachments: due.attachments,
    files: [],
    file,
    isFallback: due.isFallback,
    quoted: replyToId === null ? null : { messageId: replyToId, conversationId },
    messageId: due.messageId,
    conversationId,
    peer,
    threadId: due.threadId,
    category: due.category,
    account: due.account,
    // Whether a platform webhook gets its event is compared when it is settled.
    isPlatformReported: false,
  };
}

/** The bytes of a file on tt, which takes no address. Throws `unknown_upload` and `invalid_media_url`. */
async function openFile(
  { bus, egress, logger }: SendService,
  { channel, file, tenantId }: ClaimedSend,
): Promise<UploadFile | null> {
  if (channel !== 'tt' || file === null) return null;
  const { sourceUrl, uploadId } = file;
  if (sourceUrl !== null) return fetchImage(egress.agent, logger, new URL(sourceUrl), file.filename);
  if (uploadId === null) throw new Error('A file has neither an address nor an upload.');
  const opened = await openUpload(bus, tenantId, uploadId);
  try {
    const { filename, mimeType } = opened;
    return { bytes: await opened.readAll(), filename: file.filename ?? filename, mimeType };
  } finally {
    opened.close();
  }
}

function mediaOf({ file, attachments }: ClaimedSend) {
  if (file === null) return null;
  const { type, sourceUrl, uploadId, filename } = file;
  const url = sourceUrl ?? at(attachments, 0).url;
  if (url === null) throw new Error('A scheduled file has no address.');
  return { type, url, filename, ...(uploadId === null ? {} : { uploadId }) };
}

/** Pause between two looks at an account that its platform suspends. */
const OFFLINE_PAUSE_MS = 10_000;

/** The messages of an account that the platform suspends wait for it, without an attempt. */
async function wait(
  { rawDatabase, durableWriter, runningSends, now }: SendService,
  claimed: ClaimedSend,
): Promise<void> {
  const { messageId, attempts, claimId, account } = claimed;
  const dueAt = new Date(now().getTime() + OFFLINE_PAUSE_MS);
  runningSends.pause(account.id, dueAt);
  await durableWriter.write(() => postponeSends(rawDatabase, [{ messageId, attempts }], { dueAt, claimId }), null);
}

/**
 * Ends a message whose file or credentials cannot be opened, or whose template must not be sent: a fault of the request
 * fails it, an outage postpones it.
 */
function giveUp(service: SendService, claimed: ClaimedSend, error: unknown): Promise<void> {
  const known = error instanceof AppError ? error : new AppError('internal_error', { cause: error });
  const failure = failedBy(known);
  return known.status < 500
    ? failScheduled(service, claimed, failure)
    : postponeScheduled(service, claimed, null, failure);
}

/** Pause of an account whose platform asked to wait, without a time. */
const ACCOUNT_PAUSE_MS = 2000;
/** Longest pause of an account: one message may wait longer than the others must. */
const ACCOUNT_PAUSE_MAX_MS = 60_000;

/** Honours a refusal: the platform's delay holds for the whole account, that of a message held back for this one alone. */
function storeRefusal(
  service: SendService,
  claimed: ClaimedSend,
  { provider, safeToRetry, retryAfterMs, heldBack }: Extract<SendOutcome, { kind: 'refused' }>,
): Promise<void> {
  if (heldBack !== undefined) {
    const failure = failedBy({ code: heldBack, message: provider.message });
    return postponeScheduled(service, claimed, retryAfterMs, failure);
  }
  if (!safeToRetry) return failScheduled(service, claimed, refusedBy(provider));
  const pauseMs = Math.min(retryAfterMs ?? ACCOUNT_PAUSE_MS, ACCOUNT_PAUSE_MAX_MS);
  service.runningSends.pause(claimed.account.id, new Date(service.now().getTime() + pauseMs));
  return postponeScheduled(service, claimed, retryAfterMs, refusedBy(provider));
}

const refusedBy = (provider: ProviderProblem): SendFailed =>
  failedBy({ code: refusalCodeOf(provider), message: provider.message }, provider.code);

/**
 * Schedules a claimed message again that was certainly not sent; after its last attempt it fails instead. The delay is
 * the platform's, in ms; null: it named none.
 */
async function postponeScheduled(
  service: SendService,
  claimed: ClaimedSend,
  retryAfterMs: number | null,
  orElse: SendFailed,
): Promise<void> {
  const { rawDatabase, durableWriter, now } = service;
  const { messageId, attempts, claimId } = claimed;
  const dueAt = nextTry(attempts, retryAfterMs, now());
  if (dueAt === null) return failScheduled(service, claimed, orElse);
  const postponed = [{ messageId, attempts: attempts + 1 }];
  await durableWriter.write(() => postponeSends(rawDatabase, postponed, { dueAt, claimId }), null);
}

/** Fails a claimed message that was not sent: its credit is refunded, and message.status says why. */
async function failScheduled(
  { rawDatabase, durableWriter, bus, now }: SendService,
  { tenantId, messageId }: ClaimedSend,
  failure: SendFailed,
): Promise<void> {
  const store = () =>
    retryTransaction(rawDatabase, async (sql) => {
      // Before the messages, as every credit movement does.
      const tenant = await lockTenant(sql, tenantId);
      return failOpenSend(sql, { tenant, messageId, providerMessageId: null, at: now(), ...failure });
    });
  wakeDeliveries(bus, await durableWriter.write(store, null));
}
