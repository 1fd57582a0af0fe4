import { AppError } from '@parley/common/errors';

const MARKETING = 'MARKETING';
const UNKNOWN =
  'This person opted out of marketing, and the category of the template is not known: it is not in the list of the account.';

/**
 * Throws `opted_out` for a template to a person who opted out, unless its category is known to be another one than
 * MARKETING (docs/reference/consent.md#marketing-templates).
 */
export function refuseMarketing(category: string | null): void {
  if (category === null) throw new AppError('opted_out', { message: UNKNOWN });
  if (category === MARKETING) throw new AppError('opted_out');
}
