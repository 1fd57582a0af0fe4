import type { NotificationChannel, NotificationMode } from '@parley/common/workspace/notification-kinds';
import type { InputOf } from '../../api/operations.ts';
import type { ItemOf } from '../../api/use-operations.ts';

export type Recipient = ItemOf<'list-recipients'>;
export type Kind = Extract<keyof NonNullable<InputOf<'create-recipient'>['kinds']>, string>;

const IS_KIND: Readonly<Record<Kind, true>> = {
  unattended: true,
  hand_over: true,
  mention: true,
  channel_disconnected: true,
  channel_ends_soon: true,
  low_credit: true,
  webhook_failing: true,
  bot_stopped: true,
};
export const KINDS = Object.keys(IS_KIND) as Kind[]; // safe: the record has exactly the kinds

export const WAYS: readonly NotificationChannel[] = ['email', 'sms'];
export const MODES: readonly NotificationMode[] = ['now', 'digest', 'off'];

/** Defaults: by e-mail at once, by SMS never. */
const DEFAULT_MODES = { email: 'now', sms: 'off' } as const;

export const modeOf = (of: Recipient | null, kind: Kind, way: NotificationChannel): NotificationMode =>
  of?.kinds[kind]?.[way] ?? DEFAULT_MODES[way];

/** Name of the form field for the mode of a kind. */
export const fieldOf = (kind: Kind, way: NotificationChannel): string => `${kind}.${way}`;
