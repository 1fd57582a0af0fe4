/**
 * The root of the emulated network, in base64: its private key signs the certificate of every server key; Parley trusts
 * the public one (PARLEY_WHATSAPP_WEB_ROOT_KEY). Without that variable Parley trusts only the real network's root.
 */
export const DEVICE_NETWORK_SEED = {
  rootKey: 'BhOapp5yoH5U+wr7ouEovdyEiCpzKY2Liw9VK9P17Dw=',
  rootPrivateKey: 'aP+r0p3wIrSTgvwOXLvP+CsFgnDGCRpLqJWZzoi9o2M=',
} as const;
