import { useNavigate } from '@tanstack/react-router';
import { useTexts } from '../../i18n/language-context.tsx';
import { useLivePages } from '../../live/live-context.tsx';
import { readFlag } from '../../ui/use-stored-flag.ts';
import { isAllowed, useSession } from '../session-context.tsx';
import { shellTexts } from '../texts.ts';
import { NOTIFIES, SOUNDS } from './alert-choices.ts';
import { makeSound } from './make-sound.ts';

/** Of several tabs, the first one alerts; the others get the same event within this time. */
const HOLD_MS = 2000;

/** Says that a message has arrived, while the person is elsewhere. What it says is not shown: others may see the screen. */
export function Alerts() {
  const t = useTexts(shellTexts);
  const session = useSession();
  const navigate = useNavigate();
  const alert = (): void => {
    if (readFlag(SOUNDS)) makeSound();
    if (!readFlag(NOTIFIES) || !('Notification' in window) || Notification.permission !== 'granted') return;
    // With the same tag, a later one replaces it.
    const shown = new Notification(t('alert_title'), { body: session.tenant?.name ?? '', tag: 'parley-message' });
    shown.onclick = () => {
      window.focus();
      shown.close();
      void navigate({ to: '/inbox' });
    };
  };
  useLivePages((page) => {
    if (document.hasFocus() || page.is_start || !isAllowed(session, 'inbox.use')) return;
    if (!page.events.some(({ event }) => event === 'message.received')) return;
    void navigator.locks.request('parley-alert', { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      alert();
      await new Promise((resolve) => setTimeout(resolve, HOLD_MS));
    });
  });
  return null;
}
