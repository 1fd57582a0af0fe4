import { useEffect } from 'react';
import { useLatest } from '../../ui/use-latest.ts';
import { areSingleKeysOn, fieldOf, isWriting, letterOf } from './single-keys.ts';

/** The question mark, on Arabic layouts as well. */
const HELP_KEYS = ['?', '\u061f'];

/**
 * Ctrl-K (or ⌘K) anywhere; `?` and `[` outside a field, unless single keys are off; Escape leaves a field of the page.
 */
export function useShortcuts(given: { onPalette(): void; onHelp(): void; onSidebar(): void }): void {
  const handlers = useLatest(given);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      // Escape ends an input method's own window first.
      if (event.isComposing) return;
      if (event.key === 'Escape') return void (event.defaultPrevented || fieldOf(event.target)?.blur());
      const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && letterOf(event) === 'k';
      const isSingle = areSingleKeysOn() && !isWriting(event.target) && !event.ctrlKey && !event.metaKey;
      const isHelp = isSingle && HELP_KEYS.includes(event.key);
      const isSidebar = isSingle && (event.key === '[' || event.code === 'BracketLeft');
      if (!isPalette && !isHelp && !isSidebar) return;
      event.preventDefault();
      if (isPalette) handlers.current.onPalette();
      else if (isHelp) handlers.current.onHelp();
      else handlers.current.onSidebar();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [handlers]);
}
