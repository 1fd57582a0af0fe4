interface Answer {
  message: string;
  private_message?: string;
}

/** 53 bits of a text (cyrb53). A collision does no harm: the server refuses a key that comes with another body. */
function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/**
 * The Idempotency-Key of an answer to a comment. It is derived from the comment and the answer's words, so that the
 * same answer is published once, however often it is sent, after any reload, and by any member of the workspace. An
 * answer that the platform refused was not published: the next attempt gets another key.
 */
export const answerKeyOf = (
  commentId: string,
  { message, private_message: privately }: Answer,
  refusedTries: number,
): string => `comment-${hashOf(JSON.stringify([commentId, message, privately ?? null, refusedTries]))}`;
