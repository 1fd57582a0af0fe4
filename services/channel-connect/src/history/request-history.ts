import { openWa } from '../connecting/credentials.rules.ts';
import type { ChannelConnectService } from '../service.ts';
import { type DueRequest, outcomeBefore, outcomeOf, type RequestOutcome } from './request.rules.ts';
import { claimRequest, noteAsked, settleRequest } from './request.store.ts';

/** The lease of a request is longer than its call by this. */
const LEASE_MARGIN_MS = 30_000;

/** Null: another worker has the request by now. */
async function ask(service: ChannelConnectService, request: DueRequest): Promise<RequestOutcome | null> {
  const { database, graph, cipher, logger, now } = service;
  const before = outcomeBefore(request, now());
  if (before) return before;
  if (!(await noteAsked(database, request, now()))) return null;
  const { externalId, credentials, field, channelAccountId } = request;
  const answer = await graph.requestAppData(externalId, openWa(cipher, credentials), field);
  if (!answer.ok)
    logger.warn(
      'history-request.failed',
      { account_id: channelAccountId, provider: answer.failure.provider },
      'The history of a number could not be requested.',
    );
  return outcomeOf(answer, request, now());
}

/**
 * Requests the contacts and then the history of a number of the WhatsApp Business app, each once
 * (docs/reference/wa.md#history). The request is noted before it is made: a process that ends in between looks for its
 * webhooks first. True when more requests may be due.
 */
export async function requestHistory(service: ChannelConnectService): Promise<boolean> {
  const { database, environment, now } = service;
  const until = new Date(now().getTime() + environment.PARLEY_PROVIDER_TIMEOUT_MS + LEASE_MARGIN_MS);
  const request = await claimRequest(database, { now: now(), until });
  if (!request) return false;
  const outcome = await ask(service, request);
  if (outcome) await settleRequest(database, request, outcome, now());
  return true;
}
