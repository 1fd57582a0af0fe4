import { at } from '@parley/common/at';
import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { changeAddress } from '@parley/messaging/people/change-address';
import type { Records } from '../batch/inbound-message.rules.ts';
import { defineKind, nothingApplied } from '../batch/kind.rules.ts';
import { type PendingUpdate, storePending } from '../pending/pending.store.ts';
import { decideChanges, messageChanged } from './change.rules.ts';
import { type FoundMessage, lockChangedMessages, writeChanges } from './change.store.ts';

/** New addresses of people: before the changes of messages, because contacts and conversations are locked first. */
export const identities = defineKind('identity', {
  address: ({ account: { tenantId, channel }, item: { previousAddress, newAddress } }) => ({
    tenantId,
    channel,
    previousAddress,
    newAddress,
  }),
  load: async (_, addresses) => addresses,
  decide: (_, addresses) => addresses,
  async write({ sql }, addresses) {
    let stored = 0;
    for (const address of addresses) if (await changeAddress(sql, address)) stored++;
    return { ...nothingApplied(), stored, repeated: addresses.length - stored };
  },
});

type Change = Records['change'];

/** Edits and revocations of stored messages, with opt-in events; one that arrives before its message waits for it. */
export const changes = defineKind('change', {
  address: ({ account, item }) => ({ channelAccountId: account.id, providerMessageId: item.providerMessageId }),
  load: ({ sql }, names) => lockChangedMessages(sql, names),
  decide(given, found, { now }) {
    const { outcomes, results, messages } = decideChanges(
      given.map((change, index) => toGiven(change, at(found, index))),
    );
    const reportedAt = now();
    const withOutcome = (outcome: (typeof outcomes)[number]) =>
      given.filter((_, index) => at(outcomes, index) === outcome);
    const repeated = withOutcome('repeated').length;
    return {
      messages,
      waiting: withOutcome('absent').map(toPending),
      events: given.flatMap((change, index) => {
        const message = at(results, index);
        return message ? toOutboxRow(messageChanged(change, message, reportedAt)) : [];
      }),
      changedTenantIds: withOutcome('changed').map(({ account }) => account.tenantId),
      stored: given.length - repeated,
      repeated,
    };
  },
  async write({ sql }, { messages, waiting, ...results }) {
    await writeChanges(sql, messages);
    await storePending(sql, waiting);
    return { ...nothingApplied(), ...results };
  },
});

const toGiven = ({ item }: Change, message: FoundMessage | undefined) => ({
  kind: item.kind,
  text: item.kind === 'edited' ? item.text : null,
  at: item.at,
  by: item.by ?? null,
  message,
  isPart: message !== undefined && message.providerMessageId !== item.providerMessageId,
});

const toPending = ({ account, item }: Change): PendingUpdate => ({
  accountId: account.id,
  providerMessageId: item.providerMessageId,
  item: item.kind === 'edited' ? { ...item, raw: null } : item,
});
