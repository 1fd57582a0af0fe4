import { AppError, invalidField } from '@parley/common/errors';

/** What decides whether a template has to be looked up before it is sent. */
export interface TemplateRecipient {
  /** The person opted out of marketing. */
  isOptedOut: boolean;
  /** The recipient is a business-scoped user id: WhatsApp hides the number. */
  isNumberHidden: boolean;
}

const UNKNOWN =
  'This person opted out of marketing, and the category of the template is not known: it is not in the list of the account.';
const NEEDS_NUMBER =
  'to must be a phone number: WhatsApp sends templates of category AUTHENTICATION to no business-scoped user id.';

/** Whether the category of a template matters for this recipient. */
export const needsCategory = ({ isOptedOut, isNumberHidden }: TemplateRecipient): boolean =>
  isOptedOut || isNumberHidden;

/**
 * Throws `opted_out` for a template to a person who opted out, unless its category is known to be another one than
 * MARKETING (docs/reference/consent.md#marketing-templates), and `invalid_to` for an authentication template to somebody
 * who hides the number (docs/reference/wa.md#business-scoped-user-ids). Null: the list does not have the template.
 */
export function refuseTemplate(category: string | null, { isOptedOut, isNumberHidden }: TemplateRecipient): void {
  if (isOptedOut && category === null) throw new AppError('opted_out', { message: UNKNOWN });
  if (isOptedOut && category === 'MARKETING') throw new AppError('opted_out');
  if (isNumberHidden && category === 'AUTHENTICATION') throw invalidField('to', NEEDS_NUMBER);
}
