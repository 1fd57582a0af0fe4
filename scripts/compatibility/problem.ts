/** A change that breaks the promise of a release (docs/operations/upgrading.md#the-promise). */
export interface Problem {
  text: string;
  /** The document that shows it: the later one, or the earlier one if the thing is gone. */
  side: 'before' | 'after';
  /** 1 for the first. */
  line: number;
}
