import { toOutboxRow } from '@parley/messaging/outbox/new-event';
import { appendPlatformRows } from '@parley/messaging/outbox/platform-events';
import { messageReceived, messageSentElsewhere, type StoredIds } from '../domain/build-events.ts';
import { accountRef } from '../domain/connected-account.ts';
import { joinConversations } from '../domain/decide-messages.ts';
import { toNewMessage } from '../domain/new-message.ts';
import { reportToPlatform } from '../domain/report-to-platform.ts';
import { storeAttachment } from '../domain/store-attachment.ts';
import type { ContactName } from '../storage/contact-store.ts';
import type { Addressed, Applied, ApplyContext, TouchedConversation } from './apply-context.ts';
import { type Placed, placeMessages } from './place-messages.ts';
import { storeMessages } from './store-messages.ts';
import { updateBotTurns } from './update-bot-turns.ts';

/** A message of a customer, or one that the account sent elsewhere. */
export type AddressedMessage = Addressed<'message'> | Addressed<'echo'>;

/** A new message. */
interface Fresh {
  addressed: AddressedMessage;
  placed: Placed;
}

/** Conversations whose people the webhook does not name, as on fb and ig. */
const namelessConversations = (fresh: readonly Fresh[]): number[] =>
  fresh.flatMap(({ addressed: { account, item }, placed }) =>
    item.kind === 'message' && (account.channel === 'fb' || account.channel === 'ig') ? [placed.conversation.id] : [],
  );

/** The message with the sender's stored name, when the webhook has none. */
function withName(addressed: AddressedMessage, known: ContactName | undefined): AddressedMessage {
  if (!known || addressed.item.kind !== 'message') return addressed;
  const { from } = addressed.item;
  const named = { ...from, name: from.name ?? known.name, username: from.username ?? known.username };
  return { account: addressed.account, item: { ...addressed.item, from: named } };
}

function toEvent({ addressed, placed }: Fresh, known: ContactName | undefined, receivedAt: Date) {
  const { account, item } = withName(addressed, known);
  const { id, conversationId, replyToId: replyTo, attachments } = placed.message;
  const ids: StoredIds = { messageId: Number(id), conversationId, replyTo };
  return item.kind === 'message'
    ? toOutboxRow(messageReceived(account, item, attachments, ids, receivedAt))
    : toOutboxRow(messageSentElsewhere(account, item, attachments, ids, receivedAt));
}

/** The results of messages; `awaited` are those that other items wait for. */
export interface AppliedMessages extends Applied {
  awaited: AddressedMessage[];
  /** Conversations with a message that was sent elsewhere: a stored watermark may cover it. */
  touched: TouchedConversation[];
}

/** Whether nothing is read or written for this message after it is stored. */
const isComplete = ({ placed: { isAwaited, hasBot } }: Fresh): boolean => isAwaited === false && !hasBot;

/**
 * Stores messages of customers, and messages sent elsewhere: each once, with one event. `areLast`: nothing else is
 * written in the transaction, which may end with them.
 */
export async function applyMessages(
  context: ApplyContext,
  messages: readonly AddressedMessage[],
  areLast: boolean,
): Promise<AppliedMessages> {
  const given = messages.map(({ account, item }) =>
    toNewMessage(
      account,
      item,
      item.attachments.map((part) => storeAttachment(part, context.mediaAddressOf)),
    ),
  );
  const woken: string[] = [];
  const fresh = (await placeMessages(context.sql, given, (reported) => woken.push(...reported))).flatMap(
    (placed): Fresh[] => {
      const addressed = messages[placed.position];
      return addressed ? [{ addressed, placed }] : [];
    },
  );
  const names = await context.store.findNames(namelessConversations(fresh));
  const receivedAt = context.now();
  const reported = fresh.map((entry) => ({
    ...entry.placed,
    addressed: entry.addressed,
    event: toEvent(entry, names.get(entry.placed.conversation.id), receivedAt),
  }));
  const changed = new Map(joinConversations(reported).map((conversation) => [conversation.id, conversation]));
  const platformRows = reportToPlatform(
    reported.flatMap(({ event, addressed: { account, item }, message, conversation, platform }) =>
      platform.isReported
        ? {
            direction: message.direction,
            account: accountRef(account),
            channel: account.channel,
            before: conversation,
            platform,
            event,
            call: context.callOf(item),
          }
        : [],
    ),
    changed,
  );
  const write = () =>
    Promise.all([storeMessages(context.store, reported, changed), appendPlatformRows(context.sql, platformRows)]);
  const endWith = areLast && fresh.length > 0 && fresh.every(isComplete) ? context.endWith : null;
  const [{ awaited, instanceIds }, platformIds] = await (endWith ? endWith(write) : write());
  await updateBotTurns(context.sql, fresh, receivedAt);
  return {
    stored: fresh.length,
    repeated: messages.length - fresh.length,
    events: [],
    awaited: fresh.flatMap(({ addressed, placed }) => (awaited.has(placed.message.id) ? [addressed] : [])),
    touched: fresh.flatMap(({ addressed: { account, item }, placed: { conversation } }) =>
      item.kind === 'echo' ? [{ account, conversationId: conversation.id }] : [],
    ),
    instanceIds: [...instanceIds, ...woken, ...platformIds],
  };
}
