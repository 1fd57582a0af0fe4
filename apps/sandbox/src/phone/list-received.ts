import type { DeviceNetwork } from '../providers/linked-devices/device-network.ts';
import type { SandboxState } from '../state/sandbox-state.ts';
import { describeSend } from './describe-send.ts';
import { deviceMessagesTo, MAX_LOOKED_AT } from './device-messages.ts';
import type { PhoneChat } from './phone-chat.ts';
import type { ReceivedOnPhone } from './show-chat.ts';

/** Messages that the accounts of a channel sent to a person, oldest first. */
export function listReceived(state: SandboxState, { channel, account, person }: PhoneChat): ReceivedOnPhone[] {
  const templates = templatesOf(state, account);
  return state.sent.newest(MAX_LOOKED_AT).flatMap(({ seq, entry }) => {
    if (entry.channel !== channel || entry.account !== account || entry.to !== person) return [];
    const message = describeSend(entry, templates);
    if (!message) return [];
    const picture = message.file === null ? null : `/sandbox/phone/received/${seq}`;
    return [{ ...message, id: entry.provider_message_id, atMs: Date.parse(entry.at), picture }];
  });
}

/** The templates of the number's business account. */
export function templatesOf({ whatsapp }: SandboxState, account: string) {
  const number = whatsapp.phoneNumbers.get(account);
  return (number && whatsapp.businessAccounts.get(number.wabaId)?.templates) ?? [];
}

const MESSAGE_KINDS = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'contact',
  'poll',
];

/** Messages that linked devices of the account's phone sent to a person, oldest first. */
export function listReceivedByDevice(network: DeviceNetwork, chat: PhoneChat): ReceivedOnPhone[] {
  return deviceMessagesTo(network, chat).flatMap(({ seq, entry }) => {
    const { type, text, media } = network.describeContent(entry.content);
    if (!MESSAGE_KINDS.includes(type)) return [];
    const picture = media === null ? null : `/sandbox/phone/device-files/${seq}`;
    return [{ id: entry.id, kind: type, text, file: null, buttons: [], atMs: Date.parse(entry.at), picture }];
  });
}
