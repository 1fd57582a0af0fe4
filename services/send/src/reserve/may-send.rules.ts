import type { Channel } from '@parley/common/channels';
import { AppError, invalidField } from '@parley/common/errors';
import { toMicros } from '@parley/messaging/credit/micros';
import { isScopedId } from '../content/recipient.rules.ts';

const DAY_MS = 24 * 3_600_000;

/** Facts that decide whether a send needs an open window. */
interface WindowedSend {
  channel: Channel;
  template: unknown;
}

/** The time after which the person must have written; null: no matter when. */
export const windowOpensAfter = ({ channel, template }: WindowedSend, now: Date): Date | null =>
  channel === 'wa' && template === null ? new Date(now.getTime() - DAY_MS) : null;

/**
 * A text on wa requires a message of the person within 24 h on this account; after exactly 24 h the window is closed
 * (docs/reference/sends.md#the-24-hour-window).
 */
export function isWindowClosed(send: WindowedSend & { lastInboundAt: Date | null }, now: Date): boolean {
  const opensAfter = windowOpensAfter(send, now);
  return opensAfter !== null && (send.lastInboundAt === null || send.lastInboundAt <= opensAfter);
}

/** On tt only the person can begin a conversation, by a message or by a comment that is answered privately. */
export const needsThread = ({
  channel,
  threadId,
  commentId = null,
}: {
  channel: Channel;
  threadId: string | null;
  commentId?: string | null;
}): boolean => channel === 'tt' && threadId === null && commentId === null;

/** Whether the balance minus `spent` covers the price; equality suffices. */
export const hasCredit = (
  tenant: { balance: string; isActive: boolean } | null,
  price: string,
  spentMicros = 0n,
): boolean => tenant?.isActive === true && toMicros(tenant.balance) - spentMicros >= toMicros(price);

/** Facts that decide whether a template has to be looked up before it is sent. */
export interface TemplateRecipient {
  /** The person opted out of marketing. */
  isOptedOut: boolean;
  /** The recipient is a business-scoped user id: WhatsApp hides the number. */
  isNumberHidden: boolean;
  /** Until when the platform delivers no marketing to the person; null: it does. */
  heldUntil: Date | null;
}

/** A check of a template's category for this recipient, in the list of one account. */
export interface TemplateCheck extends TemplateRecipient {
  /** The provider's id of the account. */
  externalId: string;
}

const UNKNOWN =
  'This person opted out of marketing, and the category of the template is not known: it is not in the list of the account.';
const NEEDS_NUMBER =
  'to must be a phone number: WhatsApp sends templates of category AUTHENTICATION to no business-scoped user id.';

/**
 * The check that a template from this account to this recipient still needs; null: none, or `passed` was the same one.
 * Between two reservations the account may change, and the person may opt out.
 */
export function findMissingCheck(
  { externalId }: { externalId: string },
  { isOptedOut, peer, marketingHeldUntil }: { isOptedOut: boolean; peer: string; marketingHeldUntil: Date | null },
  now: Date,
  passed?: TemplateCheck,
): TemplateCheck | null {
  const heldUntil = marketingHeldUntil !== null && marketingHeldUntil > now ? marketingHeldUntil : null;
  const check = { externalId, isOptedOut, isNumberHidden: isScopedId(peer), heldUntil };
  if (!isOptedOut && !check.isNumberHidden && heldUntil === null) return null;
  const isSame =
    passed?.externalId === externalId &&
    passed.isOptedOut === isOptedOut &&
    passed.isNumberHidden === check.isNumberHidden &&
    passed.heldUntil?.getTime() === heldUntil?.getTime();
  return isSame ? null : check;
}

function marketingLimited(until: Date): AppError {
  const moment = until.toISOString();
  const message = `WhatsApp delivers no more marketing messages to this person until ${moment}.`;
  return new AppError('marketing_limited', { message, body: { until: moment } });
}

/**
 * Throws `opted_out` for a template to a person who opted out, unless its category is known and is not MARKETING
 * (docs/reference/consent.md#marketing-templates), `marketing_limited` for one of MARKETING to a person whose limit is
 * reached (docs/reference/wa.md#marketing-limit), and `invalid_to` for an authentication template to a person who hides
 * the number (docs/reference/wa.md#business-scoped-user-ids). A category of null is unknown.
 */
export function refuseTemplate(
  category: string | null,
  { isOptedOut, isNumberHidden, heldUntil }: TemplateRecipient,
): void {
  if (isOptedOut && category === null) throw new AppError('opted_out', { message: UNKNOWN });
  if (isOptedOut && category === 'MARKETING') throw new AppError('opted_out');
  if (heldUntil !== null && category === 'MARKETING') throw marketingLimited(heldUntil);
  if (isNumberHidden && category === 'AUTHENTICATION') throw invalidField('to', NEEDS_NUMBER);
}
