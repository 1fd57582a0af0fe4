const STORED_AS = 'parley.single-keys';

/** Whether a letter alone is a command here: who dictates, or types by accident, turns them off. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

/** Boxes to tick take no letters. */
const FIELD = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';
const ABOVE_PAGE = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether keys are being written into a field, or chosen in something that is open above the page. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(`${FIELD}, ${ABOVE_PAGE}`) !== null;

/** The field of the page in which keys are being written; null elsewhere, and in what is open above the page. */
export const fieldOf = (target: EventTarget | null): HTMLElement | null =>
  target instanceof HTMLElement && target.closest(ABOVE_PAGE) === null ? target.closest<HTMLElement>(FIELD) : null;

/**
 * The letter of a key, a to z; null for another key. It is the letter that the layout has there, and by the place of the key where the
 * layout has no such letters: Arabic, Cyrillic, Hebrew.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | null {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^Key[A-Z]$/.test(code) ? code.slice('Key'.length).toLowerCase() : null;
}

export const setSingleKeys = (isOn: boolean): void => localStorage.setItem(STORED_AS, isOn ? 'on' : 'off');
