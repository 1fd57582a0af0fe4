import { useEffect, useLayoutEffect, useRef } from 'react';
import { areSingleKeysOn, isWriting, letterOf } from '../../shell/single-keys.ts';

interface Handlers {
  onNext(): void;
  onPrevious(): void;
  onAnswer(): void;
  onResolve(): void;
  onViews(): void;
}

/** j and k go through the list, r writes an answer, e resolves or opens again, v opens the saved views: where nobody writes, unless single keys are off. */
export function useInboxKeys(given: Handlers): void {
  const handlers = useRef(given);
  // Before the list is painted: a key that follows at once goes by what is seen.
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
