import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The cookie that recognizes a browser between our page and its return from the provider's dialog. */
export interface BrowserCookie {
  /** The secret of a `Cookie` header; null where there is none of ours. */
  read(header: string | undefined): string | null;
  /** The `Set-Cookie` header that makes a browser keep the secret. */
  write(secret: string): string;
}

const SECRET = /^[\w-]{43}$/;
/** Longer than a link is valid, and than a person takes in a dialog. */
const KEPT_SECONDS = 3600;

/**
 * SameSite=Lax: the redirect back from the provider's dialog sends it, a form of another site does not. Over https the prefix
 * `__Host-` keeps other subdomains from setting it.
 */
export function makeBrowserCookie({ isHttps }: { isHttps: boolean }): BrowserCookie {
  const name = isHttps ? '__Host-parley_connect' : 'parley_connect';
  const attributes = `Path=/; Max-Age=${KEPT_SECONDS}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return {
    read(header = '') {
      for (const pair of header.split(';')) {
        const [key = '', value = ''] = pair.trim().split('=');
        if (key === name && SECRET.test(value)) return value;
      }
      return null;
    },
    write: (secret) => `${name}=${secret}; ${attributes}`,
  };
}

/** 256 random bits. */
export const makeBrowserSecret = (): string => randomBytes(32).toString('base64url');

/** The proof that the Continue button sends: only our page, shown in this browser for this link, has it. */
export const proofOf = (secret: string, token: string): string =>
  createHash('sha256').update(`connect-page\n${secret}\n${token}`).digest('base64url');

/** Whether Continue was pressed on our page, in the browser that it was shown in. */
export function isProof(given: unknown, secret: string, token: string): boolean {
  const expected = Buffer.from(proofOf(secret, token));
  const proof = Buffer.from(typeof given === 'string' ? given : '');
  return proof.length === expected.length && timingSafeEqual(proof, expected);
}
