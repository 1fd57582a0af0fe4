import { useEffect, useRef } from 'react';
import { areSingleKeysOn, isWriting, letterOf } from '../../../shell/single-keys.ts';
import type { Tab } from './composer-tabs.tsx';

const KEYS: Readonly<Record<string, Tab>> = { n: 'note', r: 'reply' };

/** `n` writes a note and `r` an answer, outside of text fields and unless single keys are off. */
export function useTabKeys(onTab: (tab: Tab) => void): void {
  const handler = useRef(onTab);
  useEffect(() => {
    handler.current = onTab;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { ctrlKey, metaKey, altKey, shiftKey, isComposing, target } = event;
      if (ctrlKey || metaKey || altKey || shiftKey || isComposing || isWriting(target) || !areSingleKeysOn()) return;
      const tab = KEYS[letterOf(event) ?? ''];
      if (tab === undefined) return;
      event.preventDefault();
      handler.current(tab);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
