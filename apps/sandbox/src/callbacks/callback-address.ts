/** The address of the application under test. */
export interface CallbackAddress {
  get(): string | null;
  set(origin: string | null): void;
  /** Where Meta's webhooks go; null until an origin is known. */
  metaUrl(): string | null;
  /** The origin only; null until one is known. */
  origin(): string | null;
  /**
   * The address under which the sandbox reaches a webhook. An application that calls itself localhost, while its
   * callback origin is on another host, runs in another container: its webhooks go to the callback origin.
   */
  reach(url: string): string;
}

/** Keeps the callback origin, which may change while the sandbox runs. */
export function makeCallbackAddress(initial: string | null): CallbackAddress {
  let base = initial;
  const origin = () => (base === null ? null : new URL(base).origin);
  return {
    get: () => base,
    set(next) {
      base = next;
    },
    metaUrl: () => (base === null ? null : `${base.replace(/\/$/, '')}/hooks/meta`),
    origin,
    reach(url) {
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
