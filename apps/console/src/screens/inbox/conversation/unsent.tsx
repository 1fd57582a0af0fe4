import { Link } from '@tanstack/react-router';
import { useTexts } from '../../../i18n/language-context.tsx';
import { unsentTexts } from '../../../texts/inbox.ts';
import { useUnsentIds } from '../compose/use-unsent.ts';
import type { GoOn } from '../list/use-go-on.ts';
import { inPlace, useInboxPlace } from '../views/use-views.ts';

interface Props {
  goOn: GoOn;
  chosenId: number | undefined;
}

/**
 * Leads to the reader's answers that were not sent: by name to one that failed after its conversation was left, and to
 * the others by their number.
 */
export function Unsent({ goOn: { unsent, forget }, chosenId }: Props) {
  const t = useTexts(unsentTexts);
  const place = useInboxPlace();
  const others = useUnsentIds().filter((id) => id !== chosenId);
  const id = unsent?.id ?? others[0];
  if (id === undefined) return null;
  return (
    <p role={unsent ? 'alert' : 'status'} className="mx-3 mt-2 rounded-lg bg-bad-soft px-3 py-2 text-bad">
      {unsent ? t('unsent', { name: unsent.name }) : t('unsent_count', { count: others.length })}{' '}
      <Link to="/inbox" search={inPlace(place, id)} onClick={forget} className="underline">
        {t('unsent_open')}
      </Link>
    </p>
  );
}
