import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/language-context.tsx';
import { composeTexts } from './compose/texts.ts';
import type { GoOn } from './use-go-on.ts';
import { inPlace, useInboxPlace } from './views/use-views.ts';

/** Says that an answer failed after its conversation was left, until that one is opened. */
export function Unsent({ goOn: { unsent, forget } }: { goOn: GoOn }) {
  const t = useTexts(composeTexts);
  const place = useInboxPlace();
  if (!unsent) return null;
  return (
    <p role="alert" className="mx-3 mt-2 rounded-lg bg-bad-soft px-3 py-2 text-bad">
      {t('unsent', { name: unsent.name })}{' '}
      <Link to="/inbox" search={inPlace(place, unsent.id)} onClick={forget} className="underline">
        {t('unsent_open')}
      </Link>
    </p>
  );
}
