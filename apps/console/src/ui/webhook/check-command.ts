import { shellQuote } from '../../ui/shell-quote.ts';

/** Prints the signature of a body as `x-service-signature` has it; the secret is to be filled in. */
export const checkCommand = (payload: string): string =>
  `printf '%s' ${shellQuote(payload)} | openssl dgst -sha256 -hmac "$PARLEY_WEBHOOK_SECRET"`;
