import type { OPERATOR_ENDPOINTS } from '@parley/common/contracts/operator-endpoints';
import type { GivenInputOf, WireOutputOf } from '@parley/common/define-contract';

type Endpoint = (typeof OPERATOR_ENDPOINTS)[number];

/** A request of each endpoint, with the values of its path, and the answer. */
export type OperatorExamples = {
  [E in Endpoint as E['name']]: { request: GivenInputOf<E>; answer: WireOutputOf<E> };
};
export type AnswerOf<Name extends Endpoint['name']> = OperatorExamples[Name]['answer'];

export const AT = '2026-03-01T10:00:00.000Z';
export const LATER = '2026-03-02T08:00:00.000Z';
export const INSTANCE = 'ins_01k0a2b3c4d5';
/** The tenant in the path. */
export const IN_SHOP = { slug: 'shop' };
export const OF_KEY = { ...IN_SHOP, instance_id: INSTANCE };
/** The last page of a list. */
export const pageOf = <Item>(item: Item): { items: Item[]; next_cursor: null } => ({
  items: [item],
  next_cursor: null,
});
