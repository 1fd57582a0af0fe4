/** Numbers of a version such as 0.2.0; null for any other text. */
export function readVersion(text: string): [number, number, number] | null {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(text) ?? [];
  return patch === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

/** Negative if `a` is lower than `b`, 0 if they are equal. Throws for a text that is no version. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [readVersion(a), readVersion(b)];
  if (!left || !right) throw new Error(`${left ? b : a} is no version such as 0.2.0.`);
  return left[0] - right[0] || left[1] - right[1] || left[2] - right[2];
}
