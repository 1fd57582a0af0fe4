/** A cookie that holds a secret of one browser. */
export type BrowserCookie = ReturnType<typeof makeBrowserCookie>;

const SECRET = /^[\w-]{43}$/;

/**
 * SameSite=Lax: a link from another site sends it, a form on another site does not. Over https the prefix `__Host-`
 * keeps other subdomains from setting it.
 */
export function makeBrowserCookie(given: { name: string; keptSeconds: number; isHttps: boolean }) {
  const name = given.isHttps ? `__Host-${given.name}` : given.name;
  const attributes = `HttpOnly; SameSite=Lax${given.isHttps ? '; Secure' : ''}`;
  return {
    /** The secret in a `Cookie` header; null if our cookie is missing. */
    read(header: string | undefined = ''): string | null {
      for (const pair of header.split(';')) {
        const [key = '', value = ''] = pair.trim().split('=');
        if (key === name && SECRET.test(value)) return value;
      }
      return null;
    },
    /** The `Set-Cookie` header that stores the secret in a browser. */
    write: (secret: string) => `${name}=${secret}; Path=/; Max-Age=${given.keptSeconds}; ${attributes}`,
    /** The `Set-Cookie` header that deletes it. */
    clear: () => `${name}=; Path=/; Max-Age=0; ${attributes}`,
  };
}
