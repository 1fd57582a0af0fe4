import type { Contract } from '../define-contract.ts';

/**
 * How a resource is read before an operation changes it: the contract is called with those fields of the input that it
 * has.
 */
export interface ResourceRead {
  contract: Contract;
  /** For a list: the item whose fields equal these fields of the input. */
  itemBy?: Readonly<Record<string, string>>;
}

/** The change of an operation, for the audit log (docs/reference/console.md#before-and-after). */
export interface ResourceChange {
  /** Null: the resource did not exist before. */
  before: ResourceRead | null;
  /** The source of the new values: the operation's answer, another read, or nothing when the resource is gone. */
  after: 'answer' | 'read' | 'nothing';
  /** The member of answer and read with the values; default: the whole answer or read. */
  within?: string;
  /** The compared fields; default: every field. */
  fields?: readonly string[];
  /** A list in the answer whose items have `id`, `before` and `after`: each is a separate resource. */
  each?: string;
  /** Fields of input or answer with a replaced secret: the log records the replacement, not the secret. */
  secrets?: readonly string[];
}

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

/** An operation that changes no values. */
export interface NoChange {
  why: string;
  /** Calls with a key or the admin token are not logged at all; a member's calls are logged without values. */
  isUnlogged?: true;
}

export const nothing = (why: string): NoChange => ({ why });
export const unlogged = (why: string): NoChange => ({ why, isUnlogged: true });
