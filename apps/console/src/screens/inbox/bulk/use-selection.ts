import { useCallback, useState } from 'react';

export interface Selection {
  /** The ids of the selected conversations, or all that match the filters; null while nothing can be selected. */
  selected: ReadonlySet<number> | 'all' | null;
  toggle(id: number): void;
  selectAll(): void;
  /** Begins to select, or ends it. */
  turn(): void;
}

/** The conversations that are selected under some filters. */
export function useSelection(filterKey: string): Selection {
  const [selected, setSelected] = useState<Selection['selected']>(null);
  const [selectedIn, setSelectedIn] = useState(filterKey);
  // Conversations that were selected under other filters may no longer be in the list.
  if (selectedIn !== filterKey) {
    setSelectedIn(filterKey);
    setSelected((now) => now && new Set());
  }
  const toggle = useCallback(
    (id: number): void =>
      setSelected((now) => {
        if (now === null || now === 'all') return new Set([id]);
        return now.has(id) ? new Set([...now].filter((other) => other !== id)) : new Set([...now, id]);
      }),
    [],
  );
  return {
    selected,
    toggle,
    selectAll: () => setSelected('all'),
    turn: () => setSelected((now) => (now === null ? new Set() : null)),
  };
}
