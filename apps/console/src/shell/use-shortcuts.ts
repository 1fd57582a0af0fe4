import { useEffect, useRef } from 'react';
import { areSingleKeysOn, isWriting } from './single-keys.ts';

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
