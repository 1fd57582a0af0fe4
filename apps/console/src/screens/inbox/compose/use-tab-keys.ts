import { useEffect } from 'react';
import { areSingleKeysOn, isWriting, letterOf } from '../../../shell/keys/single-keys.ts';
import { useLatest } from '../../../ui/use-latest.ts';

/** The composer writes an answer to the customer, or a note to colleagues. */
export type ComposerTab = 'reply' | 'note';

const KEYS: Readonly<Record<string, ComposerTab>> = { n: 'note', r: 'reply' };

/** `n` writes a note and `r` an answer, outside of text fields and unless single keys are off. */
export function useTabKeys(onTab: (tab: ComposerTab) => void): void {
  const handler = useLatest(onTab);
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
  }, [handler]);
}
