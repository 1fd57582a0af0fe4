import { useEffect, useLayoutEffect, useRef } from 'react';
import { areSingleKeysOn, isWriting, letterOf } from '../../shell/single-keys.ts';

interface Handlers {
  onNext(): void;
  onPrevious(): void;
  onAnswer(): void;
  onResolve(): void;
  onViews(): void;
}

/**
 * Shortcuts outside of text fields, unless single keys are off: j and k walk the list, r answers, e resolves or
 * reopens, v opens the saved views.
 */
export function useInboxKeys(given: Handlers): void {
  const handlers = useRef(given);
  // Set before the list is painted, so that a key pressed right away acts on the visible rows.
  useLayoutEffect(() => {
    handlers.current = given;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event;
      if (ctrlKey || metaKey || altKey || shiftKey || isComposing || isWriting(target) || !areSingleKeysOn()) return;
      const { onNext, onPrevious, onAnswer, onResolve, onViews } = handlers.current;
      const run = { j: onNext, k: onPrevious, r: onAnswer, e: onResolve, v: onViews }[letterOf(event) ?? ''];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
