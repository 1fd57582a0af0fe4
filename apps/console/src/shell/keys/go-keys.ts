import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useLatest } from '../../ui/use-latest.ts';
import { useScreens } from '../navigation/use-screens.ts';
import type { Screen } from '../screens.ts';
import { areSingleKeysOn, isWriting, letterOf } from './single-keys.ts';

/** The letter after g for a screen. */
const LETTERS: Readonly<Record<string, Screen['name']>> = {
  h: 'home',
  i: 'inbox',
  o: 'comments',
  s: 'search',
  c: 'channels',
  t: 'templates',
  k: 'keys',
  w: 'webhooks',
  r: 'requests',
  b: 'bots',
  m: 'members',
  u: 'usage',
};
/** How long g waits for its letter. */
const WAIT_MS = 1500;

/** Whether the key is the slash, or where it is on a layout of another script. */
const isSlash = ({ key, code }: KeyboardEvent): boolean =>
  key === '/' || (code === 'Slash' && /^[^\p{Script=Latin}\p{P}\p{S}]$/u.test(key));

/**
 * Keys that open a screen, outside of fields and unless single keys are off: g with the letter of a screen, and / for the
 * search. The letter after g means nothing else. While another screen loads, letters do nothing to the one still shown.
 */
export function GoKeys(): null {
  const navigate = useNavigate();
  const router = useRouter();
  const screens = useScreens();
  const shown = useLatest(screens);
  const waitsUntil = useRef(0);
  useEffect(() => {
    const go = (event: KeyboardEvent, name: Screen['name'] | undefined): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
      const screen = shown.current.find((one) => one.name === name);
      if (screen) void navigate({ to: screen.path });
    };
    const isLoading = (): boolean => {
      const { location, resolvedLocation } = router.state;
      return resolvedLocation !== undefined && resolvedLocation.pathname !== location.pathname;
    };
    const press = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, isComposing, target, timeStamp } = event;
      if (ctrlKey || metaKey || altKey || isComposing || isWriting(target) || !areSingleKeysOn()) return;
      const letter = letterOf(event);
      const isAwaited = timeStamp < waitsUntil.current;
      waitsUntil.current = 0;
      if (isAwaited && letter !== null) go(event, LETTERS[letter]);
      else if (isSlash(event)) go(event, 'search');
      else if (letter === 'g') waitsUntil.current = timeStamp + WAIT_MS;
      else if (event.key.length === 1 && isLoading()) event.stopImmediatePropagation();
    };
    // Before the keys of the page, which has other meanings for the letters.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [navigate, router, shown]);
  return null;
}
