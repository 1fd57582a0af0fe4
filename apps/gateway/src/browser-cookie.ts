/** A cookie that holds a secret of one browser. */
export interface BrowserCookie {
  /** The secret in a `Cookie` header; null if our cookie is not there. */
  read(header: string | undefined): string | null;
  /** The `Set-Cookie` header that stores the secret in a browser. */
  write(secret: string): string;
  /** The `Set-Cookie` header that deletes it. */
  clear(): string;
}

const SECRET = /^[\w-]{43}$/;

/**
 * SameSite=Lax: a link from another site sends it, a form on another site does not. Over https the prefix `__Host-`
 * keeps other subdomains from setting it.
 */
export function makeBrowserCookie(given: { name: string; keptSeconds: number; isHttps: boolean }): BrowserCookie {
  const name = given.isHttps ? `__Host-${given.name}` : given.name;
  const attributes = `HttpOnly; SameSite=Lax${given.isHttps ? '; Secure' : ''}`;
  return {
    read(header = '') {
      for (const pair of header.split(';')) {
        const [key = '', value = ''] = pair.trim().split('=');
        if (key === name && SECRET.test(value)) return value;
      }
      return null;
    },
    write: (secret) => `${name}=${secret}; Path=/; Max-Age=${given.keptSeconds}; ${attributes}`,
    clear: () => `${name}=; Path=/; Max-Age=0; ${attributes}`,
  };
}
