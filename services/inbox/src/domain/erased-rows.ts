/** Erased rows by kind. */
export type ErasedRows = Record<string, number>;

/** The cursor of an erasure that has more to erase: it begins again with what is left. */
export const MORE = 'more';

export const isNothing = (erased: ErasedRows): boolean => Object.values(erased).every((count) => count === 0);
