const STORED_AS = 'parley.single-keys';

/** Whether a letter alone is a command here: who dictates, or types by accident, turns them off. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

/** Whether keys are being written into a field, or chosen in something that is open above the page. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null;

export const setSingleKeys = (isOn: boolean): void => localStorage.setItem(STORED_AS, isOn ? 'on' : 'off');
