import type { AccountRef, MessageReceivedData, MessageSentData } from '../events.ts';
import { jidOf } from './addresses.ts';
import { type ContentParts, contentOf, type EvolutionContent } from './message-content.ts';

/** The names of a message on WhatsApp. */
export interface EvolutionKey {
  remoteJid: string;
  fromMe: boolean;
  /** WhatsApp's own id, `provider_message_id`; never the id of Parley. */
  id: string;
  /** The author of a message in a group. */
  participant?: string;
}

/** A message in the form of Evolution API's answers and events (docs/reference/evolution.md#messages). */
export interface EvolutionMessage extends EvolutionContent {
  key: EvolutionKey;
  pushName: string | null;
  status: string;
  contextInfo: object | null;
  messageTimestamp: number;
  instanceId: string;
  source: string;
}

/** The quoted message, as far as Parley has it. */
export interface Quoted {
  id: string;
  text: string;
  /** The address of its author. */
  author: string | null;
}

/** Evolution API's name for the account's own messages: Portuguese for “You”. */
const OWN_NAME = 'Você';
const MS = 1000;

/** A label can be changed; an account without one is named by its id. */
export const instanceNameOf = ({ id, label }: Pick<AccountRef, 'id' | 'label'>): string => label ?? id;

const contextOf = (quoted: Quoted | null): object | null =>
  quoted && {
    stanzaId: quoted.id,
    ...(quoted.author === null ? {} : { participant: jidOf(quoted.author) }),
    quotedMessage: { conversation: quoted.text },
  };

const secondsOf = (at: string): number => Math.floor(Date.parse(at) / MS);

type Sent = Pick<MessageSentData, 'to' | 'account'> & ContentParts;

/** A message that the account sent; `id` is WhatsApp's. */
export function sentRecord(sent: Sent, id: string, at: string, quoted: Quoted | null = null): EvolutionMessage {
  return {
    key: { remoteJid: jidOf(sent.to), fromMe: true, id },
    pushName: OWN_NAME,
    status: 'PENDING',
    ...contentOf(sent),
    contextInfo: contextOf(quoted),
    messageTimestamp: secondsOf(at),
    instanceId: sent.account.id,
    source: 'web',
  };
}

/** A message that a person sent. */
export function receivedRecord(received: MessageReceivedData, quoted: Quoted | null): EvolutionMessage {
  const { from, whatsapp_group: group, sender, provider_message_id: id, account, received_at } = received;
  return {
    key: {
      remoteJid: jidOf(group?.group_jid ?? from),
      fromMe: false,
      id,
      ...(group ? { participant: jidOf(group.participant) } : {}),
    },
    pushName: group?.participant_name ?? sender.name,
    status: 'DELIVERY_ACK',
    ...contentOf(received),
    contextInfo: contextOf(quoted),
    messageTimestamp: secondsOf(received_at),
    instanceId: account.id,
    source: 'unknown',
  };
}
