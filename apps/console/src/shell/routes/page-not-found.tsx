import { Link } from '@tanstack/react-router';
import { useTexts } from '../../i18n/language-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { EmptyPage } from '../../ui/page/page.tsx';

export function PageNotFound() {
  const t = useTexts(shellTexts);
  return (
    <div className="mx-auto max-w-2xl p-6">
      <h1 className="sr-only">Parley</h1>
      <EmptyPage
        title={t('not_found')}
        action={
          <Link to="/" className={buttonClass('primary')}>
            {t('to_home')}
          </Link>
        }
      >
        {t('not_found_lead')}
      </EmptyPage>
    </div>
  );
}
