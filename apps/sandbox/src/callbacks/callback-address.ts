/** The address of the application under test. */
export type CallbackAddress = ReturnType<typeof makeCallbackAddress>;

/** Keeps the callback origin, which may change while the sandbox runs. */
export function makeCallbackAddress(initial: string | null) {
  let base = initial;
  const origin = () => (base === null ? null : new URL(base).origin);
  return {
    get: (): string | null => base,
    set(next: string | null) {
      base = next;
    },
    /** The address for Meta's webhooks; null until an origin is known. */
    metaUrl: (): string | null => (base === null ? null : `${base.replace(/\/$/, '')}/hooks/meta`),
    /** The origin only; null until one is known. */
    origin,
    /**
     * The address under which the sandbox reaches a webhook. An application that calls itself localhost, while its
     * callback origin is on another host, runs in another container: its webhooks go to the callback origin.
     */
    reach(url: string) {
      const own = origin();
      if (own === null || !isLoopback(new URL(url).hostname) || isLoopback(new URL(own).hostname)) return url;
      return own + url.slice(new URL(url).origin.length);
    },
  };
}

/** True for localhost and the loopback networks. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
