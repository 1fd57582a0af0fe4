/** The reason why an issuer cannot be used. The message begins in lower case and contains no secret. */
export class IssuerProblem extends Error {}
