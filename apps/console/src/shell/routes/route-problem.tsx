import { useEffect } from 'react';
import { query } from '../../api/call-gateway.ts';
import { useConnection } from '../../api/connection.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { EmptyPage } from '../../ui/page/page.tsx';
import { ScreenMissing } from './load-screen.ts';

const RELOADED = 'parley.reloaded';
const ONCE_IN_MS = 60_000;
/** The browsers' messages for a script that could not be loaded: there is no code for it. */
const NOT_LOADED = /dynamically imported module|Importing a module script|Unable to preload/i;

const isNotLoaded = (error: unknown): boolean =>
  error instanceof ScreenMissing || (error instanceof Error && NOT_LOADED.test(error.message));

/**
 * Replaces a screen that failed. If its scripts could not be loaded, the whole page is reloaded once the server
 * answers, at most once a minute: an update has replaced them, or there was no connection.
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
    // Reloading without a server would show the browser's own error page.
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
