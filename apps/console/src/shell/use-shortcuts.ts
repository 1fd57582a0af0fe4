import { useEffect, useRef } from 'react';
import { areSingleKeysOn } from './single-keys.ts';

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Ctrl-K (or ⌘K) anywhere; `?` where nobody writes, unless single keys are off. */
export function useShortcuts(given: { onPalette(): void; onHelp(): void }): void {
  const handlers = useRef(given);
  useEffect(() => {
    handlers.current = given;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isPalette = (event.ctrlKey || event.metaKey) && event.code === 'KeyK';
      const isHelp = event.key === '?' && areSingleKeysOn() && !isWriting(event.target);
      if (!isPalette && !isHelp) return;
      event.preventDefault();
      if (isPalette) handlers.current.onPalette();
      else handlers.current.onHelp();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
