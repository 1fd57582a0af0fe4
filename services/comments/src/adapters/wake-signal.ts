/** Lets verbs wake a background duty. */
export interface WakeSignal {
  /** Starts the next round of the duty now; without a duty it does nothing. */
  wake(): void;
  /** Registers the duty. */
  onWake(wake: () => void): void;
}

export function makeWakeSignal(): WakeSignal {
  let wakeDuty = (): void => {};
  return {
    wake: () => wakeDuty(),
    onWake(wake) {
      wakeDuty = wake;
    },
  };
}
