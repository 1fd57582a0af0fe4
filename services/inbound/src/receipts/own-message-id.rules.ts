/**
 * Our own message id, which a provider returns with a status (wa) or an echo (fb); null when it is not one of ours.
 */
export const ownMessageId = (callbackData: string | null): string | null =>
  callbackData !== null && /^[1-9]\d{0,17}$/.test(callbackData) ? callbackData : null;
