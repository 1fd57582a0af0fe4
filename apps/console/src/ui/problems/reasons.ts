import { useSyncExternalStore } from 'react';
import { loadChunk, type Section } from '../../i18n/load-texts.ts';
import { reasonTexts } from '../../texts/shell-more.ts';

/** Undefined: not loaded yet; null: could not be loaded. */
let known: Section | null | undefined;
let isLoading = false;
const listeners = new Set<() => void>();

function settle(texts: Section | null): void {
  known = texts;
  isLoading = false;
  for (const listen of listeners) listen();
}

function subscribe(listen: () => void): () => void {
  listeners.add(listen);
  if (!known && !isLoading) {
    isLoading = true;
    void loadChunk('shell-more').then(
      () => settle(reasonTexts),
      () => settle(null),
    );
  }
  return () => void listeners.delete(listen);
}

/** The reasons that are not part of the first page, loaded when an error is shown; undefined until then. */
export const useSeldomReasons = (): Section | null | undefined => useSyncExternalStore(subscribe, () => known);
