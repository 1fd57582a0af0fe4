import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTexts } from '../../i18n/language-context.tsx';
import { leaveTexts } from '../../texts/shell.ts';
import { Button } from '../buttons/button.tsx';
import { Dialog } from '../dialogs/dialog.tsx';

/** Shown at once when the session ends. */
const SIGN_IN = '/console/sign-in';

interface Props {
  /** Whether there is unsaved work. */
  isOn: () => boolean;
  onDiscard: () => void;
}

/**
 * Asks before the page is left with unsaved work, which is kept unless it is discarded. The router's own `useBlocker` would
 * be part of the first page.
 */
export function AskBeforeLeaving({ isOn, onDiscard }: Props) {
  const t = useTexts(leaveTexts);
  const { history } = useRouter();
  const [question, ask] = useState<{ answer: (isStaying: boolean) => void } | null>(null);
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: isOn,
        async blockerFn({ currentLocation, nextLocation }) {
          const { pathname } = nextLocation;
          if (!isOn() || pathname === currentLocation.pathname || pathname === SIGN_IN) return false;
          const isStaying = await new Promise<boolean>((answer) => ask({ answer }));
          ask(null);
          return isStaying;
        },
      }),
    [history, isOn],
  );
  if (!question) return null;
  const stay = (): void => question.answer(true);
  const leave = (): void => question.answer(false);
  return (
    <Dialog title={t('title')} isOpen onClose={stay}>
      <p>{t('lead')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={stay}>{t('stay')}</Button>
        <Button
          look="danger"
          onClick={() => {
            onDiscard();
            leave();
          }}
        >
          {t('discard')}
        </Button>
        <Button look="primary" onClick={leave}>
          {t('leave')}
        </Button>
      </div>
    </Dialog>
  );
}
