import { z } from 'zod';

/** Kinds of notifications to a tenant's recipients (docs/reference/notifications.md#kinds). */
export const TENANT_KINDS = [
  'unattended',
  'hand_over',
  'mention',
  'channel_disconnected',
  'channel_ends_soon',
  'low_credit',
  'webhook_failing',
  'bot_stopped',
] as const;

/** Kinds of notifications to the deployment's recipients. */
export const OPERATOR_KINDS = ['webhook_failing', 'provider_app_refused', 'disk_or_queue_growing'] as const;

export const NotificationKind = z.enum([...new Set([...TENANT_KINDS, ...OPERATOR_KINDS])]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** How a recipient is notified of a kind: at once, in a digest at 08:00, or not at all. */
export const NotificationMode = z.enum(['now', 'digest', 'off']);
export type NotificationMode = z.infer<typeof NotificationMode>;

/** The ways to a recipient. */
export const NOTIFICATION_CHANNELS = ['email', 'sms'] as const;
export const NotificationChannel = z.enum(NOTIFICATION_CHANNELS);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

/** The data of a notification, by kind. It names no customer: names are looked up when it is sent. */
export interface FactData {
  unattended: { conversation_id: number; channel: string; waiting_since: string };
  hand_over: { conversation_id: number; channel: string };
  /** `member_id`: the notified member; `by`: the author's name, empty for the operator. */
  mention: { conversation_id: number; channel: string; member_id: string; by: string };
  channel_disconnected: { channel: string; account: string; reason: string };
  /** `token`: only its owner can renew it; `app`: the WhatsApp Business app of the number is not used. */
  channel_ends_soon: { channel: string; account: string; cause: 'token' | 'app'; ends_at: string };
  low_credit: { balance: string; threshold: string };
  webhook_failing: { instance_id: string; label: string; reason: 'breaker' | 'gone' | 'failing' };
  /** `loop`: the bot paused in one conversation, whose other side answers like a machine. */
  bot_stopped: {
    bot: string;
    reason: 'key_refused' | 'out_of_money' | 'no_key' | 'no_credit' | 'cap_reached' | 'loop';
  };
  provider_app_refused: { provider: string; message: string };
  /** `value`: the free disk space, or how long the oldest work has waited. */
  disk_or_queue_growing: { what: 'disk' | 'queue'; value: string };
}
