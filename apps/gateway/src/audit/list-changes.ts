import { isDeepStrictEqual } from 'node:util';
import { AUDITED_CHANGES_MAX, type AuditedChange } from '@parley/common/contracts/internal/console-session';
import { cutText } from '@parley/common/text/clean-text';
import { z } from 'zod';
import { MASK, maskField } from './mask-values.ts';

type Values = Readonly<Record<string, unknown>>;

const FIELDS_MAX = 50;
/** Field changes that one entry lists for a bulk change. */
const ITEM_FIELDS_MAX = AUDITED_CHANGES_MAX - FIELDS_MAX;
/** Characters of one value as JSON before its `…`. */
const VALUE_MAX = 2000;

function bounded(field: string, value: unknown, shown: readonly string[]): unknown {
  const masked = maskField(field, value ?? null, shown);
  const json = JSON.stringify(masked);
  return json.length > VALUE_MAX ? cutText(json, VALUE_MAX + 1) : masked;
}

/**
 * The fields that differ, with their values before and after, masked unless they are `shown`
 * (docs/reference/console.md#before-and-after). Values are compared before they are masked and truncated. `secrets`
 * always appear as replaced.
 */
export function listChanges({
  before,
  after,
  fields,
  secrets,
  shown,
}: {
  before: Values | null;
  after: Values | null;
  fields?: readonly string[] | undefined;
  secrets: readonly string[];
  shown: readonly string[];
}): AuditedChange[] {
  const names = fields ?? Object.keys(before ?? after ?? {});
  const changes = names
    .filter((field) => !secrets.includes(field))
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
    .map(({ field, ...values }) => ({
      field,
      before: bounded(field, values.before, shown),
      after: bounded(field, values.after, shown),
    }));
  return [...changes, ...secrets.map((field) => ({ field, before: MASK, after: MASK }))].slice(0, FIELDS_MAX);
}

const Changed = z.array(
  z.object({ id: z.union([z.string(), z.number()]), before: z.looseObject({}), after: z.looseObject({}) }),
);

/** The fields that differ in each of many items, named by its id: `7.status`. */
export const listItemChanges = (items: unknown, shown: readonly string[]): AuditedChange[] =>
  Changed.parse(items)
    .flatMap(({ id, before, after }) =>
      listChanges({ before, after, secrets: [], shown }).map(({ field, ...values }) => ({
        field: `${id}.${field}`,
        ...values,
      })),
    )
    .slice(0, ITEM_FIELDS_MAX);
