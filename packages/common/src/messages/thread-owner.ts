import { z } from 'zod';
import { asWritten } from '../casing/camel.ts';
import type { Channel } from '../channels.ts';
import { SCHEMA_NAMES } from '../contract/schema-names.ts';
import { Instant } from '../fields.ts';

/** Channels on which several apps may share an account (docs/reference/threads.md). */
export const SHARED_CHANNELS = ['wa', 'fb', 'ig'] as const satisfies readonly Channel[];

export const isSharedChannel = (channel: string): boolean => SHARED_CHANNELS.some((shared) => shared === channel);

/** The app that may answer in a thread; `unshared`: no other app has been seen on the account. */
export const ThreadOwner = z.enum(['ours', 'theirs', 'idle', 'unshared']).register(SCHEMA_NAMES, { id: 'ThreadOwner' });
export type ThreadOwner = z.infer<typeof ThreadOwner>;

/** An owner that a report of the platform brings. */
export type KnownOwner = Exclude<ThreadOwner, 'unshared'>;

/** Actions on a thread (docs/reference/threads.md#acts). */
export type ThreadAction = 'take-thread' | 'pass-thread' | 'release-thread';

/** Roles of apps that a thread of wa can be passed to. */
export const THREAD_ROLES = ['ai_agent', 'ctwa', 'customer_service', 'escalation', 'marketing', 'utility'] as const;

export const THREAD_CHANGES = ['message', 'passed', 'taken', 'requested', 'released'] as const;

/** Characters; Meta allows 2000 for metadata. */
export const HANDOVER_LIMITS = { name: 64, metadata: 2000, summary: 4000 };

const Name = z.string().max(HANDOVER_LIMITS.name).nullable();

/** The facts of a hand-over. Stored with conversations. */
export const Handover = asWritten(
  z.object({
    reason: z
      .enum(THREAD_CHANGES)
      .describe('message: a message came to this app or to another one; requested: another app asks for the thread'),
    role: Name.describe('wa: role of the app that has the thread now, such as escalation or ai_agent'),
    previous_role: Name.describe('wa: role of the app that had it'),
    app_id: Name.describe('fb, ig: the app that has the thread now, or asks for it'),
    previous_app_id: Name.describe('fb, ig: the app that had it'),
    metadata: z.string().max(HANDOVER_LIMITS.metadata).nullable().describe('The note of the app that handed over'),
    summary: z.string().max(HANDOVER_LIMITS.summary).nullable().describe('wa: summary of the conversation so far'),
    at: Instant,
  }),
).register(SCHEMA_NAMES, { id: 'Handover' });
export type Handover = z.infer<typeof Handover>;
