import { at } from '@parley/common/at';
import type { Camel } from '@parley/common/casing/camel';
import type { RecipientView } from '@parley/common/contracts/operator/recipients';
import type { Language } from '@parley/common/languages/languages';
import {
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type NotificationMode,
  OPERATOR_KINDS,
  TENANT_KINDS,
} from '@parley/common/workspace/notification-kinds';
import type { z } from 'zod';
import type { QuietHours } from './zoned-time.rules.ts';

/** Kind → way → mode, as chosen by the recipient. */
export type ChosenModes = Record<string, { email?: NotificationMode | undefined; sms?: NotificationMode | undefined }>;

/** The notified person. */
export interface Recipient {
  id: number;
  /** Null: of the deployment. */
  tenantId: number | null;
  /** The member with this name and address; null: no member. */
  memberId: string | null;
  name: string;
  email: string | null;
  emailConfirmedAt: Date | null;
  phone: string | null;
  phoneConfirmedAt: Date | null;
  language: Language;
  timeZone: string;
  quiet: QuietHours | null;
  kinds: ChosenModes;
  createdAt: Date;
}

/** The stored fields of a recipient. */
export type RecipientFields = Omit<Recipient, 'id' | 'tenantId' | 'memberId' | 'createdAt'>;

export const fieldsOf = ({
  id: _,
  tenantId: __,
  memberId: ___,
  createdAt: ____,
  ...fields
}: Recipient): RecipientFields => fields;

const DEFAULT_MODE = { email: 'now', sms: 'off' } as const satisfies Record<NotificationChannel, NotificationMode>;

/** How a recipient wants to be notified of a kind. */
export const modeOf = ({ kinds }: Pick<Recipient, 'kinds'>, kind: string, way: NotificationChannel): NotificationMode =>
  kinds[kind]?.[way] ?? DEFAULT_MODE[way];

/** The address of a way; null where there is none. */
export const addressOf = (recipient: Pick<Recipient, 'email' | 'phone'>, way: NotificationChannel): string | null =>
  way === 'email' ? recipient.email : recipient.phone;

export const isConfirmed = (
  recipient: Pick<Recipient, 'emailConfirmedAt' | 'phoneConfirmedAt'>,
  way: NotificationChannel,
): boolean => (way === 'email' ? recipient.emailConfirmedAt : recipient.phoneConfirmedAt) !== null;

/** All kinds for this recipient. */
export const kindsOf = ({ tenantId }: Pick<Recipient, 'tenantId'>): readonly string[] =>
  tenantId === null ? OPERATOR_KINDS : TENANT_KINDS;

/** The choice with these kinds turned off for a way. */
export function turnOff(recipient: Recipient, kinds: readonly string[], way: NotificationChannel): ChosenModes {
  const changed = { ...recipient.kinds };
  for (const kind of kinds) changed[kind] = { ...changed[kind], [way]: 'off' };
  return changed;
}

/** The choice after a change; absent kinds and ways stay. */
export function mergeKinds(before: ChosenModes, change: ChosenModes): ChosenModes {
  const merged = { ...before };
  for (const [kind, ways] of Object.entries(change)) {
    const given = Object.fromEntries(Object.entries(ways).filter(([, mode]) => mode !== undefined));
    merged[kind] = { ...merged[kind], ...given };
  }
  return merged;
}

/** The address for logs, lists and events: `a…@shop.example`, `+9655…12`. */
export function mask(address: string): string {
  const sign = address.lastIndexOf('@');
  if (sign > 0) return `${at([...address], 0)}…${address.slice(sign)}`;
  return `${address.slice(0, 5)}…${address.slice(-2)}`;
}

export const toRecipientView = (recipient: Recipient): Camel<z.infer<typeof RecipientView>> => ({
  id: recipient.id,
  memberId: recipient.memberId,
  name: recipient.name,
  email: recipient.email,
  emailConfirmedAt: recipient.emailConfirmedAt?.toISOString() ?? null,
  phone: recipient.phone,
  phoneConfirmedAt: recipient.phoneConfirmedAt?.toISOString() ?? null,
  language: recipient.language,
  timeZone: recipient.timeZone,
  quietHours: recipient.quiet,
  kinds: Object.fromEntries(
    kindsOf(recipient).map((kind) => [
      kind,
      { email: modeOf(recipient, kind, 'email'), sms: modeOf(recipient, kind, 'sms') },
    ]),
  ),
  createdAt: recipient.createdAt.toISOString(),
});

export const WAYS = NOTIFICATION_CHANNELS;

/** A member of the workspace, as a recipient. */
export interface RecipientMember {
  memberId: string;
  name: string;
  email: string;
  /** When they opened a link that only a mail contained; null: never. */
  emailConfirmedAt: Date | null;
}

/**
 * Name and address of a recipient: for a member they are always the member's, and a changed address needs a new
 * confirmation.
 */
export const withMember = <Of extends Pick<Recipient, 'name' | 'email' | 'emailConfirmedAt'>>(
  own: Of,
  member: RecipientMember | null,
): Of & { memberId: string | null } =>
  member === null
    ? { ...own, memberId: null }
    : {
        ...own,
        memberId: member.memberId,
        name: member.name,
        email: member.email,
        emailConfirmedAt: member.emailConfirmedAt ?? (own.email === member.email ? own.emailConfirmedAt : null),
      };

/** The field of a change that only the member may change; null: none. */
export function memberFieldIn(
  recipient: Pick<Recipient, 'memberId' | 'name' | 'email'>,
  change: { name?: string | undefined; email?: string | null | undefined },
): 'name' | 'email' | null {
  if (recipient.memberId === null) return null;
  if (change.name !== undefined && change.name !== recipient.name) return 'name';
  return change.email !== undefined && change.email !== recipient.email ? 'email' : null;
}
