import { useLayoutEffect } from 'react';
import { isAbovePage } from './single-keys.ts';

/**
 * Keeps the text that is typed while a dialog opens, and gives it to the dialog's field once that has the focus. Without
 * this the letters would be commands of the page below, or go to a field of it.
 */
export function useTypedAhead(isOpen: boolean): void {
  // In effect before the next key.
  useLayoutEffect(() => {
    if (!isOpen) return;
    let typed = '';
    const keep = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isText = key.length === 1;
      if (isAbovePage(target) || ctrlKey || metaKey || altKey || !(isText || key === 'Enter')) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isText) typed += key;
    };
    const give = ({ target }: FocusEvent): void => {
      if (typed === '' || !(target instanceof HTMLInputElement) || !isAbovePage(target)) return;
      // Checkboxes, numbers and dates take no text.
      if (target.selectionStart === null) return;
      target.setRangeText(typed, target.value.length, target.value.length, 'end');
      typed = '';
      target.dispatchEvent(new InputEvent('input', { bubbles: true }));
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    window.addEventListener('keydown', keep, options);
    window.addEventListener('focusin', give, options);
    return () => listening.abort();
  }, [isOpen]);
}
