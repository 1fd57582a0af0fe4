import { useEffect } from 'react';
import { query } from '../api/call-gateway.ts';
import { useConnection } from '../api/connection.ts';
import { useTexts } from '../i18n/language-context.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyPage } from '../ui/page.tsx';
import { ScreenMissing } from './load-screen.ts';
import { shellTexts } from './texts.ts';

const RELOADED = 'parley.reloaded';
const ONCE_IN_MS = 60_000;
/** As browsers name a script that did not come: there is no code for it. */
const NOT_LOADED = /dynamically imported module|Importing a module script|Unable to preload/i;

const isNotLoaded = (error: unknown): boolean =>
  error instanceof ScreenMissing || (error instanceof Error && NOT_LOADED.test(error.message));

/**
 * In place of a screen that failed. One whose scripts did not come is loaded with the whole page once the server answers, once in a
 * minute: an update has replaced them, or there was no connection.
 */
export function RouteProblem({ error }: { error: unknown }) {
  const t = useTexts(shellTexts);
  const { isAway } = useConnection();
  const isMissing = isNotLoaded(error);
  useEffect(() => {
    if (!isMissing || isAway) return;
    if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_IN_MS) return;
    const reload = (): void => {
      sessionStorage.setItem(RELOADED, String(Date.now()));
      window.location.reload();
    };
    // A page that is loaded again without a server would be the browser's own error page.
    void query('me', {}).then(reload, ({ code }) => code === 'unreachable' || reload());
  }, [isMissing, isAway]);
  return (
    <EmptyPage
      title={t('failed')}
      action={
        <Button look="primary" onClick={() => window.location.reload()}>
          {t('reload')}
        </Button>
      }
    >
      {isMissing ? t('not_loaded') : t('failed_lead')}
    </EmptyPage>
  );
}
