/** A value that is made at the first call of `get`, and again after a failure. */
export interface OnFirstCall<Value> {
  get(): Promise<Value>;
  /** The value, if it has been made. */
  opened(): Promise<Value | undefined>;
}

export function onFirstCall<Value>(make: () => Promise<Value>): OnFirstCall<Value> {
  let made: Promise<Value> | undefined;
  return {
    get() {
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    opened: async () => made,
  };
}
