/** A length in seconds as minutes and seconds: `0:07`, `61:05`. */
export const formatClock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
