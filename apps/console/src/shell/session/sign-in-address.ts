/** An address of the sign-in page: where to continue, whether a session has just ended, and a workspace with single sign-on. */
export interface SignInAddress {
  next?: string;
  ended?: true;
  workspace?: string;
}

/** Reads an address, which may be written by hand: only addresses of the console are accepted. */
export function readSignInAddress({ next, ended, workspace }: Record<string, unknown>): SignInAddress {
  const isOurs = typeof next === 'string' && /^\/console(\/[^\s\\]*)?$/.test(next);
  const isSlug = typeof workspace === 'string' && /^[a-z0-9-]{1,63}$/.test(workspace);
  return { ...(isOurs ? { next } : {}), ...(ended === true ? { ended } : {}), ...(isSlug ? { workspace } : {}) };
}
