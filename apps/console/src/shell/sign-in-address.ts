/** An address of the sign-in page: where to continue, and whether a session has just ended. */
export interface SignInAddress {
  next?: string;
  ended?: true;
}

/** Reads an address, which may be written by hand: only addresses of the console are accepted. */
export function readSignInAddress({ next, ended }: Record<string, unknown>): SignInAddress {
  const isOurs = typeof next === 'string' && /^\/console(\/[^\s\\]*)?$/.test(next);
  return { ...(isOurs ? { next } : {}), ...(ended === true ? { ended } : {}) };
}
