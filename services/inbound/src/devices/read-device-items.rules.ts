import type {
  DeviceAttachment,
  DeviceGroup,
  DeviceItem,
  DevicePerson,
} from '@parley/common/contracts/internal/store-device-items';
import type { WhatsappGroup } from '@parley/common/events';
import {
  attachment,
  type ChangedBy,
  type InboundAttachment,
  type InboundItem,
  type ReceivedFacts,
} from '@parley/providers/received/inbound-item';

/** The connection that received an item. */
export interface HearingDevice {
  externalId: string;
  /** Its own number, where known. */
  number: string | null;
}

const toSender = ({ address, aliases, name, phone }: DevicePerson) => ({
  address,
  aliases,
  name,
  username: null,
  phone,
});

const toGroup = (group: DeviceGroup | null): { group?: WhatsappGroup } =>
  group
    ? {
        group: {
          is_group: true,
          group_jid: group.groupJid,
          participant: group.participant,
          participant_name: group.participantName,
        },
      }
    : {};

const toAttachment = ({ type, media, mimeType, filename, size, payload }: DeviceAttachment): InboundAttachment =>
  attachment(type, { providerMediaId: media, mimeType, filename, size, payload });

function toChangedBy({ address, aliases, phone }: DevicePerson, { number }: HearingDevice): ChangedBy {
  const addresses = [address, ...aliases];
  return { isAccount: number !== null && (phone === number || addresses.includes(number)), addresses };
}

const factsOf = ({ referral, pollAnswer, forwarded, viewOnce, mentions, order, product }: ReceivedFacts) => ({
  referral,
  pollAnswer,
  forwarded,
  viewOnce,
  mentions,
  order,
  product,
});

/** Converts an item of a linked device to the common form of all channels. */
export function readDeviceItem(item: DeviceItem, device: HearingDevice): InboundItem {
  const base = { account: { channel: 'wd' as const, externalId: device.externalId }, at: new Date(item.at) };
  const { providerMessageId } = item;
  switch (item.kind) {
    case 'message':
      return {
        ...base,
        kind: 'message',
        providerMessageId,
        from: toSender(item.from),
        ...toGroup(item.group),
        text: item.text,
        attachments: item.attachments.map(toAttachment),
        replyToProviderId: item.replyToProviderId,
        interactive: item.interactive ?? null,
        callbackQueryId: null,
        ...factsOf(item),
        raw: item,
      };
    case 'echo':
      return {
        ...base,
        kind: 'echo',
        providerMessageId,
        origin: 'phone',
        // The device recognizes its own sends and does not forward their echoes.
        mayBeOurs: false,
        callbackData: null,
        to: {
          address: item.to.address,
          aliases: item.to.aliases,
          ...(item.to.name === null ? {} : { name: item.to.name }),
        },
        ...toGroup(item.group),
        text: item.text,
        attachments: item.attachments.map(toAttachment),
        raw: item,
      };
    case 'receipt': {
      const { status, error: given, messageId: callbackData, participant } = item;
      const error = given && { code: given.code, message: given.message, provider_code: given.providerCode };
      return { ...base, kind: 'receipt', providerMessageId, status, error, callbackData, participant };
    }
    case 'reaction':
      return {
        ...base,
        kind: 'reaction',
        targetProviderId: providerMessageId,
        from: toSender(item.from),
        ...toGroup(item.group),
        emoji: item.emoji,
        action: item.action,
      };
    case 'edited':
      return {
        ...base,
        kind: 'edited',
        providerMessageId,
        text: item.text,
        by: toChangedBy(item.from, device),
        raw: item,
      };
    case 'revoked': {
      const adminOf = item.byAdmin && item.group ? { adminOf: item.group.groupJid } : {};
      return { ...base, kind: 'revoked', providerMessageId, by: { ...toChangedBy(item.from, device), ...adminOf } };
    }
    case 'call': {
      const { from, state, isVideo } = item;
      return { ...base, kind: 'call', callId: providerMessageId, from: toSender(from), state, isVideo };
    }
    case 'group-change': {
      const { groupJid: group, subject, joined, left, by, facts } = item;
      return { ...base, kind: 'group-change', noticeId: providerMessageId, group, subject, joined, left, by, facts };
    }
    case 'group-request': {
      const { groupJid: group, person, state, method, by } = item;
      return { ...base, kind: 'group-request', noticeId: providerMessageId, group, person, state, method, by };
    }
  }
}
