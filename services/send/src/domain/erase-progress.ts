import type { EraseProgress } from '@parley/common/contracts/internal/erase-data';

/** The progress after a batch of erased answers: a batch without any is the last one. */
export const eraseProgress = (answers: number): EraseProgress => ({
  erased: { answers },
  cursor: answers > 0 ? 'more' : null,
  waiting: 0,
});
