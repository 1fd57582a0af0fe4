import * as oidc from 'openid-client';
import type { Egress } from '../egress/open-egress.ts';
import { type IssuerFetch, makeIssuerFetch } from './issuer-fetch.ts';
import { IssuerProblem } from './issuer-problem.ts';

/** The egress rules for requests to issuers. */
export type IssuerEgress = Pick<Egress, 'checkUrl' | 'agent'>;

const CODE = /^[\w.-]{1,60}$/;

function describe(error: unknown, failure: string | null): string {
  if (failure !== null) return failure;
  const given = error instanceof oidc.ResponseBodyError ? error.error : null;
  if (given !== null) return CODE.test(given) ? `the issuer answered ${given}` : 'the issuer refused';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return `the answer of the issuer is not acceptable${CODE.test(code) ? ` (${code})` : ''}`;
}

/** Runs a step at an issuer. Errors: IssuerProblem. */
export async function atIssuer<T>({ agent }: IssuerEgress, step: (fetch: IssuerFetch['fetch']) => Promise<T>) {
  const { fetch, failure } = makeIssuerFetch(agent);
  try {
    return await step(fetch);
  } catch (error) {
    if (error instanceof IssuerProblem) throw error;
    throw new IssuerProblem(describe(error, failure()), { cause: error });
  }
}
