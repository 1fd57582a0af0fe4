import { z } from 'zod';
import { defineControl } from '../../../control/define-control.ts';
import type { Group } from '../state/network-state.ts';
import { PhoneNumber } from './message-input.ts';

/** A group chat, as the network shows it. */
export interface ShownGroup {
  id: string;
  subject: string;
  description: string | null;
  rules: Group['rules'];
  invite_code: string;
  /** Numbers of the people who wait for an admin. */
  requests: string[];
  participants: { number: string; lid: string; role: 'superadmin' | 'admin' | null }[];
}

/** Group chats and their participants. */
export const GROUP_CONTROLS = {
  makeGroup: defineControl({
    method: 'POST',
    path: '/devices/groups',
    input: z.object({
      subject: z.string().min(1),
      owner: PhoneNumber,
      participants: z.array(PhoneNumber).default([]),
      addressing: z.enum(['pn', 'lid']).default('lid'),
      size_limit: z.int().min(1).optional(),
    }),
    output: ({ group }: { group: ShownGroup }) => group,
  }),
  groups: defineControl({
    method: 'GET',
    path: '/devices/groups',
    output: ({ groups }: { groups: ShownGroup[] }) => groups,
  }),
  changeGroup: defineControl({
    method: 'POST',
    path: '/devices/groups/:id/participants',
    input: z.object({
      action: z.enum(['add', 'remove', 'promote', 'demote']),
      by: PhoneNumber,
      participants: z.array(PhoneNumber).min(1),
    }),
    output: ({ group }: { group: ShownGroup }) => group,
  }),
  renameGroup: defineControl({
    method: 'POST',
    path: '/devices/groups/:id/subject',
    input: z.object({ by: PhoneNumber, subject: z.string() }),
    output: ({ group }: { group: ShownGroup }) => group,
  }),
  /** An admin sets the description; an empty text removes it. */
  describeGroup: defineControl({
    method: 'POST',
    path: '/devices/groups/:id/description',
    input: z.object({ by: PhoneNumber, description: z.string() }),
    output: ({ group }: { group: ShownGroup }) => group,
  }),
  /** A person asks to join, or withdraws the request. */
  asksToJoin: defineControl({
    method: 'POST',
    path: '/devices/groups/:id/requests',
    input: z.object({ number: PhoneNumber, withdraw: z.boolean().default(false) }),
    output: ({ group }: { group: ShownGroup }) => group,
  }),
};
