import type { BusClient } from '@parley/bus/bus-client';
import {
  actOnDeviceMessage,
  type DeviceAct,
  type DeviceActOutcome,
} from '@parley/common/contracts/internal/act-on-device-message';
import { type DeviceSendOutcome, sendDeviceMessage } from '@parley/common/contracts/internal/send-device-message';
import { AppError } from '@parley/common/errors';
import { makeId } from '@parley/common/ids';
import type { ActOutcome } from '@parley/providers/sent/act-outcome';
import { isHeldBack, refused, type SendFailure, type SendOutcome } from '@parley/providers/sent/send-outcome';
import type { ActTarget, ChannelActs, ChannelSender, SendingAccount } from './channel.rules.ts';

function toSendOutcome(outcome: DeviceSendOutcome): SendOutcome {
  switch (outcome.outcome) {
    case 'accepted':
      return {
        kind: 'accepted',
        providerMessageId: outcome.providerMessageId,
        recipientAlias: null,
        ...(outcome.furtherIds.length === 0 ? {} : { furtherIds: outcome.furtherIds }),
      };
    case 'refused': {
      const { status, code, message } = outcome;
      return refused(
        { name: 'device', status, code, message },
        {
          safeToRetry: outcome.safeToRetry,
          retryAfterMs: outcome.retryAfterMs,
          ...(status === null && isHeldBack(code) ? { heldBack: code } : {}),
        },
      );
    }
    case 'unknown':
      return {
        kind: 'unknown',
        provider: { name: 'device', status: null, code: outcome.code, message: outcome.message },
      };
  }
}

/** Sends from a linked device: services/pairing forwards the message to the worker that holds its lease. */
export function makeWdSender(bus: Pick<BusClient, 'call'>): ChannelSender {
  return {
    async send({ tenantId, externalId }, { to, text, media, rich, quoted, mentions }, messageId, timeoutMs) {
      const input = {
        tenantId,
        externalId,
        messageId,
        to,
        text,
        media: media && {
          type: media.type,
          url: media.url,
          filename: media.filename,
          ...(media.uploadId === undefined ? {} : { uploadId: media.uploadId }),
        },
        ...(rich && { rich }),
        ...(quoted && { quoted }),
        ...(mentions && { mentions: [...mentions] }),
      };
      const context = { requestId: makeId('req'), deadlineAt: Date.now() + timeoutMs };
      const outcome = await onDevice(() => bus.call(sendDeviceMessage, input, context));
      return 'kind' in outcome ? outcome : toSendOutcome(outcome);
    },
  };
}

type Failed = Extract<DeviceActOutcome, { outcome: 'refused' | 'unknown' }>;

function toFailure(outcome: Failed): SendFailure {
  const { code, message } = outcome;
  if (outcome.outcome === 'unknown')
    return { kind: 'unknown', provider: { name: 'device', status: null, code, message } };
  const { status, safeToRetry, retryAfterMs } = outcome;
  return refused({ name: 'device', status, code, message }, { safeToRetry, retryAfterMs });
}

const messageOf = ({ peer, providerMessageId, isOwn, author }: ActTarget) => ({
  chat: peer,
  id: providerMessageId,
  isOwn,
  author,
});

const UNEXPECTED: SendFailure = {
  kind: 'unknown',
  provider: { name: 'device', status: null, code: null, message: 'The device answered something else.' },
};

/** Acts from a linked device: services/pairing forwards them to the worker that holds its lease. */
export function makeWdActs(bus: Pick<BusClient, 'call'>): ChannelActs {
  const ask = (
    { tenantId, externalId }: SendingAccount,
    act: DeviceAct,
    timeoutMs: number,
  ): Promise<DeviceActOutcome | SendFailure> =>
    onDevice(() => {
      const context = { requestId: makeId('req'), deadlineAt: Date.now() + timeoutMs };
      return bus.call(actOnDeviceMessage, { tenantId, externalId, act }, context);
    });
  async function perform(account: SendingAccount, act: DeviceAct, timeoutMs: number): Promise<ActOutcome> {
    const outcome = await ask(account, act, timeoutMs);
    if ('kind' in outcome) return outcome;
    if (outcome.outcome === 'done') return { kind: 'done' };
    return outcome.outcome === 'refused' || outcome.outcome === 'unknown' ? toFailure(outcome) : UNEXPECTED;
  }
  return {
    react: (account, target, emoji, timeoutMs) =>
      perform(account, { type: 'react', message: messageOf(target), emoji }, timeoutMs),
    edit: (account, target, text, timeoutMs) =>
      perform(account, { type: 'edit', message: messageOf(target), text }, timeoutMs),
    remove: (account, target, timeoutMs) => perform(account, { type: 'delete', message: messageOf(target) }, timeoutMs),
    markRead: (account, target, timeoutMs) =>
      perform(account, { type: 'mark_read', message: messageOf(target) }, timeoutMs),
    showTyping: (account, { peer: chat }, state, timeoutMs) =>
      perform(account, { type: 'typing', chat, state }, timeoutMs),
    rejectCall: (account, callId, timeoutMs) => perform(account, { type: 'reject_call', callId }, timeoutMs),
    async checkNumbers(account, numbers, timeoutMs) {
      const outcome = await ask(account, { type: 'check_numbers', numbers: [...numbers] }, timeoutMs);
      if ('kind' in outcome) return outcome;
      if (outcome.outcome === 'checked') return { kind: 'checked', checks: outcome.checks };
      if (outcome.outcome === 'paced') return { kind: 'paced', retryAfterMs: outcome.retryAfterMs };
      return outcome.outcome === 'done' ? UNEXPECTED : toFailure(outcome);
    },
  };
}

/** A call without a responder has done nothing; one that was received but not answered may have. */
function failureOf(error: AppError): SendFailure {
  const provider = { name: 'device' as const, status: null, code: error.code, message: error.message };
  if (error.code === 'provider_timeout') return { kind: 'unknown', provider };
  return refused(provider, { safeToRetry: error.code === 'service_unavailable' });
}

/** Calls services/pairing; an error of the bus becomes the failure that a provider would have answered. */
async function onDevice<T>(call: () => Promise<T>): Promise<T | SendFailure> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof AppError) return failureOf(error);
    throw error;
  }
}
