import { shellQuote } from '../text/shell-quote.ts';

/** Prints the signature of a body in the format of `x-service-signature`; the reader fills in the secret. */
export const checkCommand = (payload: string): string =>
  `printf '%s' ${shellQuote(payload)} | openssl dgst -sha256 -hmac "$PARLEY_WEBHOOK_SECRET"`;
