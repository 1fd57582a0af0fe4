/** Whether messages are kept for fewer days than before; null: for ever. */
export const isShorter = (days: number, before: number | null): boolean => before === null || days < before;
