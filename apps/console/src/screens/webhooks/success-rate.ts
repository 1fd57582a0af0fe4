const STEPS = 1000;

/** The share that was delivered, in steps of 0.1 % and rounded down: only a webhook without a failure has 100 %. */
export const successRate = ({ ended, delivered }: { ended: number; delivered: number }): number | null =>
  ended === 0 ? null : Math.floor((delivered * STEPS) / ended) / STEPS;
