/** Time reserved for storing the outcome and returning the answer. */
export const ANSWER_MARGIN_MS = 1000;
/** Time reserved for returning the answer. */
export const RESPONSE_MARGIN_MS = 250;
