import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pause } from '../../api/pause.ts';
import { useTexts } from '../../i18n/language-context.tsx';
import { useLivePages } from '../../live/live-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { readFlag } from '../../ui/use-stored-flag.ts';
import { isAllowed, useSession } from '../session/session-context.tsx';
import { NOTIFIES, notify, PUSHES, SOUNDS } from './alert-choices.ts';

/** The first of several tabs acts; the others get the same event within this time. */
const HOLD_MS = 2000;
/** Time for the tab where the person is, which acts by saying nothing. */
const YIELD_MS = 300;

/** Renews the subscription of this browser, and opens the conversation of a notification that was clicked. */
function usePush(): void {
  const session = useSession();
  const navigate = useNavigate();
  const isAsked = session.member !== null && isAllowed(session, 'inbox.use') && 'serviceWorker' in navigator;
  useEffect(() => {
    // The old subscription stays until the next visit.
    if (isAsked && readFlag(PUSHES)) void import('./push.ts').then(({ startPush }) => startPush()).catch(() => {});
  }, [isAsked]);
  useEffect(() => {
    if (!isAsked) return;
    const open = ({ data }: MessageEvent<{ conversationId: number | null }>): void =>
      void navigate({ to: '/inbox', search: data.conversationId === null ? {} : { id: data.conversationId } });
    navigator.serviceWorker.addEventListener('message', open);
    return () => navigator.serviceWorker.removeEventListener('message', open);
  }, [isAsked, navigate]);
}

/**
 * Says that a message has arrived, while the person is in no tab of the console. What it says is not shown: others may
 * see the screen.
 */
export function Alerts() {
  usePush();
  const t = useTexts(shellTexts);
  const session = useSession();
  const navigate = useNavigate();
  const alert = (): void => {
    if (readFlag(SOUNDS)) makeSound();
    const shown = readFlag(NOTIFIES) ? notify(t('alert_title'), session.tenant?.name ?? '') : null;
    if (shown === null) return;
    shown.onclick = () => {
      window.focus();
      shown.close();
      void navigate({ to: '/inbox' });
    };
  };
  useLivePages((page) => {
    if (page.is_start || !isAllowed(session, 'inbox.use') || !('locks' in navigator)) return;
    if (!page.events.some(({ event }) => event === 'message.received')) return;
    const isHere = document.hasFocus();
    void pause(isHere ? 0 : YIELD_MS).then(() =>
      navigator.locks.request('parley-alert', { ifAvailable: true }, async (lock) => {
        if (!lock) return;
        if (!isHere) alert();
        await pause(HOLD_MS);
      }),
    );
  });
  return null;
}

const HERTZ = 660;
const SECONDS = 0.25;
const LOUDNESS = 0.15;

/** Plays a short tone. A browser plays none before the person has clicked in the page. */
function makeSound(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = HERTZ;
  volume.gain.setValueAtTime(LOUDNESS, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + SECONDS);
  tone.connect(volume).connect(audio.destination);
  tone.onended = () => void audio.close();
  tone.start();
  tone.stop(audio.currentTime + SECONDS);
}
