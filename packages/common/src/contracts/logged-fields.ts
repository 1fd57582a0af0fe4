import type { LoggedFields } from '../contract/action-facets.ts';
import { CUSTOMER_ACTIONS } from './customer-actions.ts';

interface LoggedAction {
  /** The fields of the action. Not even the names of other fields are logged. */
  names: readonly string[];
  shown: LoggedFields;
}

const ACTIONS: ReadonlyMap<string, LoggedAction> = new Map(
  CUSTOMER_ACTIONS.map(({ name, input, logged }) => [name, { names: Object.keys(input.shape), shown: logged }]),
);

/** The fields of an action, and those whose values the request log keeps; null when there is no such action. */
export const loggedFieldsOf = (action: string): LoggedAction | null => ACTIONS.get(action) ?? null;
