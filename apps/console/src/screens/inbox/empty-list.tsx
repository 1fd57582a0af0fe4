import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/language-context.tsx';
import { isAllowed, useSession } from '../../shell/session-context.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FIRST_FILTER, type Filter, isSame } from './filters.ts';
import { inboxTexts } from './texts.ts';

/** In place of the list: there is no conversation, or none that matches the filters. */
export function EmptyList({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  const t = useTexts(inboxTexts);
  const session = useSession();
  const isFiltered = !isSame(filter, FIRST_FILTER);
  return (
    <div className="grid justify-items-center gap-3 p-6 text-center">
      <h2 className="font-semibold">{isFiltered ? t('nothing_found') : t('empty')}</h2>
      <p className="text-muted">{isFiltered ? t('nothing_found_lead') : t('empty_lead')}</p>
      {isFiltered && <Button onClick={onClear}>{t('clear_filters')}</Button>}
      {!isFiltered && isAllowed(session, 'channels.manage') && (
        <Link to="/channels" className={buttonClass('primary')}>
          {t('to_channels')}
        </Link>
      )}
    </div>
  );
}
