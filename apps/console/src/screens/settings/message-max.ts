/** The longest automatic message, in characters. */
export const MESSAGE_MAX = 500;
