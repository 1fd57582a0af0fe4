/**
 * A name that has no addresses now. `code` is the resolver's (`ENOTFOUND`, `ENODATA`, `ESERVFAIL`, `ETIMEOUT`, …).
 * `ours` is true when nothing of the name is to blame: our own name servers answer nobody.
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
