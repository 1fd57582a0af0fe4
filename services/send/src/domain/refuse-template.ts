import { AppError, invalidField } from '@parley/common/errors';
import { isScopedId } from './recipient.ts';

/** What decides whether a template has to be looked up before it is sent. */
export interface TemplateRecipient {
  /** The person opted out of marketing. */
  isOptedOut: boolean;
  /** The recipient is a business-scoped user id: WhatsApp hides the number. */
  isNumberHidden: boolean;
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
  recipient: { isOptedOut: boolean; peer: string },
  passed?: TemplateCheck,
): TemplateCheck | null {
  const check = { externalId, isOptedOut: recipient.isOptedOut, isNumberHidden: isScopedId(recipient.peer) };
  if (!check.isOptedOut && !check.isNumberHidden) return null;
  const isSame =
    passed?.externalId === externalId &&
    passed.isOptedOut === check.isOptedOut &&
    passed.isNumberHidden === check.isNumberHidden;
  return isSame ? null : check;
}

/**
 * Throws `opted_out` for a template to a person who opted out, unless its category is known and is not MARKETING
 * (docs/reference/consent.md#marketing-templates), and `invalid_to` for an authentication template to a person who hides
 * the number (docs/reference/wa.md#business-scoped-user-ids). A category of null is unknown.
 */
export function refuseTemplate(category: string | null, { isOptedOut, isNumberHidden }: TemplateRecipient): void {
  if (isOptedOut && category === null) throw new AppError('opted_out', { message: UNKNOWN });
  if (isOptedOut && category === 'MARKETING') throw new AppError('opted_out');
  if (isNumberHidden && category === 'AUTHENTICATION') throw invalidField('to', NEEDS_NUMBER);
}
