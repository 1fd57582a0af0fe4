const STORED_AS = 'parley.single-keys';

/** Whether single letters are commands; people who dictate, or type by accident, turn them off. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

/** Checkboxes and radio buttons take no letters. */
const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, [role="combobox"], [contenteditable]';
/** A notice is a dialog too, but its page stays in use: the focus is in it after a click on its button. */
const ABOVE_PAGE = '[role="dialog"]:not([data-notice]), [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Whether keys go to an overlay above the page. */
export const isAbovePage = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(ABOVE_PAGE) !== null;

/** Whether keys go to a field, or to an overlay above the page. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(`${FIELD}, ${ABOVE_PAGE}`) !== null;

/** The field of the page that receives keys; null elsewhere, and in an overlay above the page. */
export const fieldOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement && !isAbovePage(target) ? target.closest<HTMLElement>(FIELD) : null;

/**
 * The letter of a key, a to z; null for another key. The layout's letter, or the letter of the key's position if the
 * layout has no Latin letters: Arabic, Cyrillic, Hebrew.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice('Key'.length).toLowerCase() : null;
}

export const setSingleKeys = (isOn: boolean): void => localStorage.setItem(STORED_AS, isOn ? 'on' : 'off');
