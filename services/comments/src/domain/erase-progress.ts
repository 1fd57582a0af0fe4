import type { EraseProgress } from '@parley/common/contracts/internal/erase-data';

/** The progress after one batch, from its rows by kind: an empty batch is the last one. */
export const eraseProgress = (erased: Record<string, number>): EraseProgress => ({
  erased,
  cursor: Object.values(erased).some((count) => count > 0) ? 'more' : null,
  waiting: 0,
});
