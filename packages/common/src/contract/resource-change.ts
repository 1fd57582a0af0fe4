import type { Contract, NoChange, ResourceChange, ResourceRead } from '../define-contract.ts';

type More = Pick<ResourceChange, 'within' | 'fields' | 'each' | 'secrets'>;

export const one = (contract: Contract): ResourceRead => ({ contract });

/** An item of a list: `itemBy` maps fields of the item to the fields of the input that they equal. */
export const itemOf = (contract: Contract, itemBy: Readonly<Record<string, string>>): ResourceRead => ({
  contract,
  itemBy,
});

/** A new resource: its values are in the answer. */
export const made = (more: More = {}): ResourceChange => ({ before: null, after: 'answer', ...more });

/** A changed resource: the answer has its new values. */
export const changed = (before: ResourceRead, more: More = {}): ResourceChange => ({
  before,
  after: 'answer',
  ...more,
});

/** A changed resource whose new values are not in the answer. */
export const changedSilently = (before: ResourceRead, more: More = {}): ResourceChange => ({
  before,
  after: 'read',
  ...more,
});

export const removed = (before: ResourceRead, more: More = {}): ResourceChange => ({
  before,
  after: 'nothing',
  ...more,
});

/** Only secrets are replaced. */
export const replaced = (...secrets: string[]): ResourceChange => ({ before: null, after: 'nothing', secrets });

/** Changes no values. */
export const nothing = (why: string): NoChange => ({ why });
/** Calls with a key or the admin token are not logged at all. */
export const unlogged = (why: string): NoChange => ({ why, isUnlogged: true });
