import type { InboundItem } from '@parley/providers/inbound-item';
import { toUnknown, type UnknownElement } from '../quarantine/unknown-element.rules.ts';
import { type ConnectedAccount, connectedAccount } from './connected-account.rules.ts';

/** Items of one kind. */
export type ItemOf<K extends InboundItem['kind']> = Extract<InboundItem, { kind: K }>;

/** An item of a connected account. */
export interface Addressed<K extends InboundItem['kind']> {
  account: ConnectedAccount;
  item: ItemOf<K>;
}

/** A message of a customer, or one that the account sent elsewhere. */
export type AddressedMessage = Addressed<'message'> | Addressed<'echo'>;

/** A change of a message or a person. */
export type AddressedChange = Addressed<'edited'> | Addressed<'revoked'> | Addressed<'identity'>;

/** The platform reports that a person opted out of marketing, or in again. */
export type AddressedPreference = Addressed<'preference'>;

/** An item that changes no row: it only has an event, of an opt-in type. */
export type EventOnly = Addressed<'referral'> | Addressed<'call'> | Addressed<'group-change'>;

/** An item of any kind that names its account. */
export interface AddressedItem {
  account: ConnectedAccount;
  item: Extract<InboundItem, { account: unknown }>;
}

/** A conversation with a new outbound message, or one with a new provider time: a watermark may cover it. */
export interface TouchedConversation {
  account: ConnectedAccount;
  conversationId: number;
}

/** The items of connected accounts; items without an account here are kept as unknown. */
export function addressItems(
  items: readonly InboundItem[],
  accounts: ReadonlyMap<string, ConnectedAccount>,
): { addressed: AddressedItem[]; unknown: UnknownElement[] } {
  const addressed: AddressedItem[] = [];
  const unknown: UnknownElement[] = [];
  for (const item of items) {
    const account = 'account' in item ? connectedAccount(accounts, item.account) : undefined;
    if (account && 'account' in item) addressed.push({ account, item });
    else unknown.push(...toUnknown(item));
  }
  return { addressed, unknown };
}

export interface ByKind {
  messages: AddressedMessage[];
  echoes: Addressed<'echo'>[];
  watermarks: Addressed<'watermark'>[];
  changes: AddressedChange[];
  receipts: Addressed<'receipt'>[];
  reactions: Addressed<'reaction'>[];
  preferences: AddressedPreference[];
  eventOnly: EventOnly[];
  connections: Addressed<'bot-connection'>[];
}

export function sortByKind(entries: readonly AddressedItem[]): ByKind {
  const sorted: ByKind = {
    messages: [],
    echoes: [],
    watermarks: [],
    changes: [],
    receipts: [],
    reactions: [],
    preferences: [],
    eventOnly: [],
    connections: [],
  };
  for (const { account, item } of entries) {
    switch (item.kind) {
      case 'message':
        sorted.messages.push({ account, item });
        break;
      case 'echo':
        sorted.echoes.push({ account, item });
        break;
      case 'watermark':
        sorted.watermarks.push({ account, item });
        break;
      case 'edited':
      case 'revoked':
      case 'identity':
        // safe: one of these kinds, by the case
        sorted.changes.push({ account, item } as AddressedChange);
        break;
      case 'receipt':
        sorted.receipts.push({ account, item });
        break;
      case 'reaction':
        sorted.reactions.push({ account, item });
        break;
      case 'preference':
        sorted.preferences.push({ account, item });
        break;
      case 'bot-connection':
        sorted.connections.push({ account, item });
        break;
      case 'referral':
      case 'call':
      case 'group-change':
        // safe: one of these kinds, by the case
        sorted.eventOnly.push({ account, item } as EventOnly);
        break;
      case 'comment':
      case 'typing':
      case 'unauthorized':
        break; // forward-items.ts hands them on
      default:
        item satisfies never; // every other kind has its list
    }
  }
  return sorted;
}
