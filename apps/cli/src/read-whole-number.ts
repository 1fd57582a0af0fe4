/** Reads the value of an option or argument that is a whole number from 1; throws with its name. */
export const readWholeNumber =
  (name: string) =>
  (given: string): number => {
    if (!/^[1-9]\d{0,9}$/.test(given)) throw new Error(`${name} must be a whole number from 1, not ${given}.`);
    return Number(given);
  };
