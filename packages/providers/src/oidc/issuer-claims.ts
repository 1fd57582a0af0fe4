import { line } from '@parley/common/fields';
import { z } from 'zod';
import { IssuerProblem } from './issuer-problem.ts';

/** The issuer's statements about the person who signed in there. */
export interface IssuerClaims {
  /** `sub`: never another person's. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  /** The values of the requested claim. */
  roleValues: string[];
}

type Claims = Readonly<Record<string, unknown>>;

/** OpenID Connect Core 1.0, section 2: at most 255 characters. */
const SUBJECT_MAX = 255;
/** RFC 5321. */
const EMAIL_MAX = 254;
/** Exceeds the name of any person; Parley shortens a name for display. */
const NAME_MAX = 1000;
/** Values of a claim that count. */
const VALUES_MAX = 1000;

const optional = (max: number) =>
  z
    .union([z.literal('').transform(() => null), line(max)])
    .nullish()
    .transform((value) => value ?? null);

/**
 * Other text is refused, because it could not be stored as it is: two accounts whose `sub` differs by a lone surrogate
 * would become one.
 */
const CLAIMS = {
  sub: { schema: line(SUBJECT_MAX), max: SUBJECT_MAX },
  email: { schema: optional(EMAIL_MAX), max: EMAIL_MAX },
  name: { schema: optional(NAME_MAX), max: NAME_MAX },
};

function readClaim<N extends keyof typeof CLAIMS>(claims: Claims, name: N): z.output<(typeof CLAIMS)[N]['schema']> {
  const { schema, max } = CLAIMS[name];
  const read = schema.safeParse(claims[name]);
  // safe: parsed by the schema of this claim
  if (read.success) return read.data as z.output<(typeof CLAIMS)[N]['schema']>;
  const rule = `well-formed text of at most ${max} characters without control characters`;
  throw new IssuerProblem(`the claim ${name} of the issuer is not ${rule}`, { cause: read.error });
}

/** The strings of a claim with this name, or at this path of names with dots between them. */
export function valuesOf(claims: Claims, name: string): string[] {
  let found = claims[name];
  if (found === undefined) {
    found = claims;
    for (const step of name.split('.'))
      found =
        typeof found === 'object' && found !== null && Object.hasOwn(found, step) ? Reflect.get(found, step) : null;
  }
  const values: unknown[] = Array.isArray(found) ? found.slice(0, VALUES_MAX) : [found];
  return values.filter((value) => typeof value === 'string');
}

/**
 * Reads the identity of the person; `personal` has the address and the name. Throws IssuerProblem on a claim that is
 * unusable.
 */
export const readClaims = (token: Claims, personal: Claims): Omit<IssuerClaims, 'roleValues'> => ({
  subject: readClaim(token, 'sub'),
  email: readClaim(personal, 'email'),
  isEmailVerified: personal.email_verified === true,
  name: readClaim(personal, 'name'),
});
