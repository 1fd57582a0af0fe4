/** Files of the soak tier, and into how many slices of about a minute each divides its counts (docs/tests.md). */
export const SOAK_FILES: readonly { file: string; parts: number }[] = [
  { file: 'test/faults/random-kills-cluster.test.ts', parts: 8 },
];

/** A part of one file's counts. */
export interface Slice {
  file: string;
  nth: number;
  of: number;
}

/** Every slice of the soak tier: together they are the full counts. */
export const SLICES: readonly Slice[] = SOAK_FILES.flatMap(({ file, parts }) =>
  Array.from({ length: parts }, (_, n) => ({ file, nth: n + 1, of: parts })),
);

export const describeSlice = ({ file, nth, of }: Slice): string => `${file} ${nth}/${of}`;
