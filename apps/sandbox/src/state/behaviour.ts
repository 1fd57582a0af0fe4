/** How an emulated server reacts to the next calls; in memory only. */
export interface Behaviour<Kind extends string> {
  /** The current behaviour, without using it up. */
  current(): Kind;
  /** Sets the behaviour permanently, or for `count` calls. */
  behave(kind: Kind, count?: number): void;
  /** The behaviour for one call. */
  take(): Kind;
}

/** Starts as `usual`, and returns to it after the given count. */
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
