/** How an emulated server treats what comes next; in memory only. */
export interface Behaviour<Kind extends string> {
  /** The one for now, which stays. */
  current(): Kind;
  /** From now on, or for so many calls. */
  behave(kind: Kind, count?: number): void;
  /** The behaviour for one call. */
  take(): Kind;
}

/** Begins as `usual`, and returns to it after the given count. */
export function makeBehaviour<Kind extends string>(usual: NoInfer<Kind>): Behaviour<Kind> {
  let kind: Kind = usual;
  let left = Number.POSITIVE_INFINITY;
  const behave = (next: Kind, count = Number.POSITIVE_INFINITY): void => {
    kind = next;
    left = count;
  };
  return {
    current: () => kind,
    behave,
    take() {
      const taken = kind;
      left--;
      if (left <= 0) behave(usual);
      return taken;
    },
  };
}
