/** Erased rows by kind. */
export type ErasedRows = Record<string, number>;
