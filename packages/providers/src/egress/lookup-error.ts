/**
 * A name without addresses at the moment. `code` is the resolver's (`ENOTFOUND`, `ENODATA`, `ESERVFAIL`, `ETIMEOUT`,
 * …). `ours` is true when the name is not the cause: our own name servers do not answer at all.
 */
export class LookupError extends Error {
  readonly code: string;
  readonly ours: boolean;
  constructor(code: string, ours: boolean, host: string) {
    super(`${host} could not be looked up (${code}).`);
    this.name = 'LookupError';
    this.code = code;
    this.ours = ours;
  }
}
