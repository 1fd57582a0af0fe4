const STORED_AS = 'parley.single-keys';

/** Whether a letter alone is a command here: who dictates, or types by accident, turns them off. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

export const setSingleKeys = (isOn: boolean): void => localStorage.setItem(STORED_AS, isOn ? 'on' : 'off');
