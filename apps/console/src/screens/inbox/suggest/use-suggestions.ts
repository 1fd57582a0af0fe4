import { type KeyboardEvent, useEffect, useId, useState } from 'react';

/** An option of a list above a text field. */
export interface Suggestion {
  id: string;
  title: string;
  detail?: string;
}

export interface Suggesting<T extends Suggestion> {
  id: string;
  items: readonly T[];
  chosen: number;
  choose(index: number): void;
  pick(item: T): void;
  /** True if the key was for the list. */
  press(event: KeyboardEvent): boolean;
  /** ARIA attributes of the text field while the list is open. */
  aria: {
    'aria-autocomplete': 'list';
    'aria-controls': string;
    'aria-activedescendant': string | undefined;
  };
}

/** Chooses among options while the focus stays in a text field: arrow keys move, Enter or Tab picks, Escape closes. */
export function useSuggestions<T extends Suggestion>({
  items,
  onPick,
  onClose,
}: {
  items: readonly T[];
  onPick(item: T): void;
  onClose(): void;
}): Suggesting<T> {
  const id = useId();
  const [at, choose] = useState(0);
  const chosen = Math.min(at, Math.max(0, items.length - 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its first option
  useEffect(() => choose(0), [items]);
  const press = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const picked = event.key === 'Enter' || event.key === 'Tab' ? items[chosen] : undefined;
    if (event.key === 'Escape') onClose();
    else if (step !== undefined && items.length > 0) choose((chosen + step + items.length) % items.length);
    else if (picked && !event.shiftKey) onPick(picked);
    else return false;
    event.preventDefault();
    return true;
  };
  return {
    id,
    items,
    chosen,
    choose,
    pick: onPick,
    press,
    aria: {
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-activedescendant': items.length > 0 ? `${id}-${chosen}` : undefined,
    },
  };
}
