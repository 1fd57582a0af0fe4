/**
 * A signature that the network forges: of the certificate by another root, of the server's key by another issuer, none
 * for a server key of its own under the real certificate, of a linked device by another account, or of the key that
 * starts a session with a person.
 */
export const FORGERIES = ['root', 'issuer', 'server_key', 'account', 'signed_pre_key'] as const;
export type Forgery = (typeof FORGERIES)[number];
