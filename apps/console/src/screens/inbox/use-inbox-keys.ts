import { useEffect } from 'react';
import { areSingleKeysOn, isWriting, letterOf } from '../../shell/keys/single-keys.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { Asked } from './conversation/asked.ts';

/** Actions of the inbox's keyboard shortcuts. */
export interface InboxKeys {
  onNext(): void;
  onPrevious(): void;
  onOpen(): void;
  onAnswer(): void;
  onResolve(): void;
  onViews(): void;
  onAsk(asked: Asked): void;
  onArchive(): void;
  onUnread(): void;
  onNew(): void;
}

/** Moves the focus to the messages of the open conversation, which the arrow keys walk. */
export const focusThread = (): void => document.querySelector<HTMLElement>('[role="log"]')?.focus();

/**
 * Shortcuts outside of text fields, unless single keys are off: j and k walk the list, o opens its first conversation or
 * moves the focus into the open one, r answers, e resolves or reopens, u marks as unread, # archives, a, l and s ask for
 * the assignee, the labels and the end of a snooze, v opens the saved views, c writes to a new number.
 */
export function useInboxKeys(given: InboxKeys): void {
  const handlers = useLatest(given);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event;
      if (ctrlKey || metaKey || altKey || isComposing || isWriting(target) || !areSingleKeysOn()) return;
      const { onNext, onPrevious, onOpen, onAnswer, onResolve, onViews, onAsk, onArchive, onUnread, onNew } =
        handlers.current;
      const letters: Record<string, () => void> = {
        ...{ j: onNext, k: onPrevious, o: onOpen, r: onAnswer, e: onResolve, v: onViews, u: onUnread, c: onNew },
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
  }, [handlers]);
}
