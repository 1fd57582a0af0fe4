import { Link } from '@tanstack/react-router';
import { useTexts } from '../i18n/language-context.tsx';
import { buttonClass } from '../ui/button.tsx';
import { EmptyPage } from '../ui/page.tsx';
import { shellTexts } from './texts.ts';

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
