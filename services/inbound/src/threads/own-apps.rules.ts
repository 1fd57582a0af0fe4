import type { Environment } from '@parley/runtime/environment';

/** The ids of this deployment's apps at Meta, by channel: hand-overs name apps by them. */
export interface OwnApps {
  fb: ReadonlySet<string>;
  ig: ReadonlySet<string>;
}

const setOf = (...ids: readonly (string | undefined)[]): ReadonlySet<string> =>
  new Set(ids.flatMap((id) => (id ? [id] : [])));

/**
 * An Instagram account is reached through a page's app or with Instagram Login. Meta does not say whether hand-overs of
 * the second name the Instagram app or the Meta app that contains it, so both count (docs/reference/threads.md#owner).
 */
export function ownAppsOf({
  PARLEY_META_APP_ID: meta,
  PARLEY_INSTAGRAM_APP_ID: instagram,
  PARLEY_INSTAGRAM_META_APP_ID: container,
}: Pick<Environment, 'PARLEY_META_APP_ID' | 'PARLEY_INSTAGRAM_APP_ID' | 'PARLEY_INSTAGRAM_META_APP_ID'>): OwnApps {
  return { fb: setOf(meta), ig: setOf(meta, instagram, container) };
}
