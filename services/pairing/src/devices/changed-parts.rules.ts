import { invalidField } from '@parley/common/errors';

/**
 * The new parts of something at the network; empty ones are removed. An empty text in a request counts as absent, so that
 * `remove` names them. Throws `invalid_remove` for a part that is also given.
 */
export function changedParts<Part extends string>(
  given: { readonly [P in Part]?: string | undefined },
  remove: readonly Part[] = [],
): { [P in Part]?: string | undefined } {
  for (const part of remove)
    if (given[part] !== undefined)
      throw invalidField('remove', `remove names ${part}, which is given, too: leave one of them out.`);
  return { ...given, ...Object.fromEntries(remove.map((part) => [part, ''])) };
}
