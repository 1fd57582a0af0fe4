import { useEffect, useLayoutEffect, useRef } from 'react';
import { areSingleKeysOn, isWriting, letterOf } from '../../shell/single-keys.ts';
import type { Asked } from './asked.ts';

interface Handlers {
  onNext(): void;
  onPrevious(): void;
  onAnswer(): void;
  onResolve(): void;
  onViews(): void;
  onAsk(asked: Asked): void;
  onArchive(): void;
  onUnread(): void;
  onNew(): void;
}

/**
 * Shortcuts outside of text fields, unless single keys are off: j and k walk the list, r answers, e resolves or
 * reopens, u marks as unread, # archives, a, l and s ask for the assignee, the labels and the end of a snooze, v opens the
 * saved views, c writes to a new number.
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
      if (ctrlKey || metaKey || altKey || isComposing || isWriting(target) || !areSingleKeysOn()) return;
      const { onNext, onPrevious, onAnswer, onResolve, onViews, onAsk, onArchive, onUnread, onNew } = handlers.current;
      const letters: Record<string, () => void> = {
        ...{ j: onNext, k: onPrevious, r: onAnswer, e: onResolve, v: onViews, u: onUnread, c: onNew },
        ...{ a: () => onAsk('assign'), l: () => onAsk('labels'), s: () => onAsk('snooze') },
      };
      // On many layouts # needs Shift.
      const run = event.key === '#' ? onArchive : shiftKey ? undefined : letters[letterOf(event) ?? ''];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
