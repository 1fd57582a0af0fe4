import type { Contract } from '../define-contract.ts';

/** How the resource that an operation is about to change is read: asked for with those fields of its input that the contract has. */
export interface ResourceRead {
  contract: Contract;
  /** Of a list: the item whose fields have the values of these fields of the input. */
  itemBy?: Readonly<Record<string, string>>;
}

/** What an operation changes, for the audit log (docs/reference/console.md#before-and-after). */
export interface ResourceChange {
  /** Null: the resource does not exist before. */
  before: ResourceRead | null;
  /** Where the values after it come from: the answer of the operation, another read; nowhere where the resource is gone. */
  after: 'answer' | 'read' | 'nothing';
  /** The member of answer and read that holds the values; otherwise they are the values. */
  within?: string;
  /** Only these; otherwise every field. */
  fields?: readonly string[];
  /** A list in the answer whose items have `id`, `before` and `after`: each is a resource of its own. */
  each?: string;
  /** Fields of input or answer whose secret is replaced: the log says so, and not what it is. */
  secrets?: readonly string[];
}

type More = Pick<ResourceChange, 'within' | 'fields' | 'each' | 'secrets'>;

export const one = (contract: Contract): ResourceRead => ({ contract });

/** An item of a list: `itemBy` names the fields of the item, and those of the input that they equal. */
export const itemOf = (contract: Contract, itemBy: Readonly<Record<string, string>>): ResourceRead => ({
  contract,
  itemBy,
});

/** Something new: its values are in the answer. */
export const made = (more: More = {}): ResourceChange => ({ before: null, after: 'answer', ...more });

/** Something has other values: the answer has them. */
export const changed = (before: ResourceRead, more: More = {}): ResourceChange => ({
  before,
  after: 'answer',
  ...more,
});

/** Something has other values, which the answer does not have. */
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

/** What an operation does that gives nothing another value. */
export interface NoChange {
  why: string;
  /** The APIs of keys and of the admin token log it not at all; a member's is logged without values. */
  isUnlogged?: true;
}

export const nothing = (why: string): NoChange => ({ why });
export const unlogged = (why: string): NoChange => ({ why, isUnlogged: true });
