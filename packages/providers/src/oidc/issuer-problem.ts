/** Why an issuer cannot be used; the message begins in lower case and contains no secret. */
export class IssuerProblem extends Error {}
