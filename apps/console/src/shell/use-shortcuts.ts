import { useEffect, useRef } from 'react';
import { areSingleKeysOn, fieldOf, isWriting, letterOf } from './single-keys.ts';

/** The question mark, on Arabic layouts as well. */
const HELP_KEYS = ['?', '\u061f'];

/** Ctrl-K (or ⌘K) anywhere; `?` outside a field, unless single keys are off; Escape leaves a field of the page. */
export function useShortcuts(given: { onPalette(): void; onHelp(): void }): void {
  const handlers = useRef(given);
  useEffect(() => {
    handlers.current = given;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // Escape ends an input method's own window first.
      if (event.isComposing) return;
      if (event.key === 'Escape') return void (event.defaultPrevented || fieldOf(event.target)?.blur());
      const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && letterOf(event) === 'k';
      const isHelp = HELP_KEYS.includes(event.key) && areSingleKeysOn() && !isWriting(event.target);
      if (!isPalette && !isHelp) return;
      event.preventDefault();
      if (isPalette) handlers.current.onPalette();
      else handlers.current.onHelp();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
