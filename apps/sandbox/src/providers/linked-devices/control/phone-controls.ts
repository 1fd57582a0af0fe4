import { z } from 'zod';
import { defineControl, nothing } from '../../../control/define-control.ts';
import { GROUP_ADDS } from '../state/network-state.ts';
import type { ShownDevice } from './device-controls.ts';
import { Chat, MessageInput, PhoneNumber, StanzaTime } from './message-input.ts';

const Named = z.object({ number: PhoneNumber });

/** A message of a person with a phone, and its chat. */
export type DeviceMessage = z.input<typeof MessageInput>;

/** A person with a phone, as the network shows it. */
export interface ShownPhone {
  number: string;
  jid: string;
  lid: string;
  name: string;
  /** Ids of the devices that are linked. */
  devices: string[];
}

/** A person's profile, as the network has it. */
export interface ShownProfile {
  about: string;
  /** Base64. */
  picture: string | null;
  hides_profile: boolean;
  /** Numbers. */
  blocked: string[];
  picture_asked: number;
}

/** People with phones, and their acts. */
export const PHONE_CONTROLS = {
  /** Creates or changes a person with a phone: given fields change, the others stay. */
  putPhone: defineControl({
    method: 'POST',
    path: '/devices/phones',
    input: z.object({
      number: PhoneNumber,
      name: z.string().optional(),
      lid: z
        .string()
        .regex(/^\d+(@lid)?$/)
        .optional(),
      addressing: z.enum(['pn', 'lid']).optional(),
      receipts: z.enum(['off', 'delivered', 'read']).nullable().optional(),
      hide_number: z.boolean().optional(),
      asks_passkey: z.boolean().optional(),
      group_adds: z.enum(GROUP_ADDS).optional(),
      about: z.string().optional(),
      picture: z.base64().nullable().optional().describe('A JPEG; null removes it'),
      hides_profile: z.boolean().optional(),
    }),
    output: ({ phone }: { phone: ShownPhone }) => phone,
  }),
  /** The profile of a person, whom they have blocked, and how often others asked for the picture. */
  profile: defineControl({
    method: 'GET',
    path: '/devices/phones/:number/profile',
    params: Named,
    output: ({ profile }: { profile: ShownProfile }) => profile,
  }),
  phones: defineControl({
    method: 'GET',
    path: '/devices/phones',
    output: ({ phones }: { phones: ShownPhone[] }) => phones,
  }),
  removePhone: defineControl({
    method: 'DELETE',
    path: '/devices/phones/:number',
    params: Named,
    output: ({ deleted }: { deleted: boolean }) => deleted,
  }),
  /** The phone scans a QR text and approves. */
  scan: defineControl({
    method: 'POST',
    path: '/devices/phones/:number/scan',
    params: Named,
    input: z.object({ qr: z.string().min(1) }),
    fields: ['qr'],
    output: ({ device }: { device: ShownDevice }) => device,
  }),
  /** The phone types a pairing code and approves. */
  enterCode: defineControl({
    method: 'POST',
    path: '/devices/phones/:number/pairing-code',
    params: Named,
    input: z.object({ code: z.string().min(1) }),
    fields: ['code'],
    output: ({ device }: { device: ShownDevice }) => device,
  }),
  /** The phone removes one linked device, or all; returns their ids. */
  logOut: defineControl({
    method: 'POST',
    path: '/devices/phones/:number/logout',
    params: Named,
    input: z.object({ device: z.string().optional() }),
    fields: ['device'],
    output: ({ removed }: { removed: string[] }) => removed,
  }),
  /** The person writes; returns the message's id and the devices that receive it. */
  writes: defineControl({
    method: 'POST',
    path: '/devices/phones/:number/messages',
    params: Named,
    bodyLimit: 64 * 1024 * 1024,
    input: MessageInput,
    output: (written: { id: string; devices: string[] }) => written,
  }),
  /** The person confirms messages by hand. */
  confirms: defineControl({
    method: 'POST',
    path: '/devices/phones/:number/receipts',
    params: Named,
    input: z.object({
      to: PhoneNumber,
      message_ids: z.array(z.string().min(1)).min(1),
      type: z.enum(['delivered', 'read', 'played']).default('read'),
      group: z.string().optional(),
      addressing: z.enum(['pn', 'lid']).default('pn'),
      t: StanzaTime,
    }),
    output: nothing,
  }),
  /** The person types; returns the number of devices that show it. */
  types: defineControl({
    method: 'POST',
    path: '/devices/phones/:number/typing',
    params: Named,
    input: z.object({
      to: Chat,
      state: z.enum(['typing', 'recording', 'off']).default('typing'),
      times: z.int().min(1).max(10_000).default(1),
    }),
    output: ({ devices }: { devices: number }) => devices,
  }),
  /** Adds a chat from before a device was linked; returns the ids of its messages. */
  putOldChat: defineControl({
    method: 'POST',
    path: '/devices/phones/:number/chats',
    params: Named,
    input: z.object({
      with: PhoneNumber,
      /** Whether that person has given the account a trusted-contact token. */
      trusted: z.boolean().default(true),
      messages: z
        .array(
          z.object({
            text: z.string(),
            own: z.boolean().default(false),
            /** Negative: after now. */
            days_ago: z.number().min(-1).default(1),
            /** Text of the earlier message of this list that it quotes. */
            quotes: z.string().optional(),
          }),
        )
        .default([]),
    }),
    output: ({ message_ids: ids }: { message_ids: string[] }) => ids,
  }),
  /** The person gives an account a trusted-contact token. */
  trusts: defineControl({
    method: 'POST',
    path: '/devices/phones/:number/tokens',
    params: Named,
    input: z.object({ to: PhoneNumber }),
    fields: ['to'],
    output: nothing,
  }),
  /** A person calls the account with a number, where every device rings; or sends a later signal of the call. */
  signalCall: defineControl({
    method: 'POST',
    path: '/devices/calls',
    input: z.object({
      from: PhoneNumber,
      to: PhoneNumber,
      call_id: z.string().min(1),
      signal: z.enum(['offer', 'accept', 'reject', 'terminate']).default('offer'),
      reason: z.string().optional(),
      video: z.boolean().default(false),
      /** The caller that the signal names; default: `from`. */
      creator: PhoneNumber.optional(),
    }),
    output: nothing,
  }),
};
