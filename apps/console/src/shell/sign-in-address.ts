/** What an address of the sign-in page says: where to go on, and whether a session has just ended. */
export interface SignInAddress {
  next?: string;
  ended?: true;
}

/** An address may be written by hand: only one of the console is gone on to. */
export function readSignInAddress({ next, ended }: Record<string, unknown>): SignInAddress {
  const isOurs = typeof next === 'string' && /^\/console(\/[^\s\\]*)?$/.test(next);
  return { ...(isOurs ? { next } : {}), ...(ended === true ? { ended } : {}) };
}
