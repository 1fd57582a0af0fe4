import type { BinaryNode, WASocket } from 'baileys';
import type { Limits } from './limits.client.ts';

const ANSWER_WITHIN_MS = 10_000;

/**
 * The id of the next query. The client numbers its queries, and takes the next number in the same turn in which a code is
 * requested: if it no longer does, no answer is recognized, and no code is given.
 */
export function nextQueryId({ generateMessageTag }: Pick<WASocket, 'generateMessageTag'>): string {
  const tag = generateMessageTag();
  const at = tag.lastIndexOf('-') + 1;
  return `${tag.slice(0, at)}${Number(tag.slice(at)) + 1}`;
}

/** The reason why the network refused a query; null if it did not. */
function refusalIn({ attrs, content }: BinaryNode): Error | null {
  if (attrs.type !== 'error') return null;
  const error = Array.isArray(content) ? content.find(({ tag }) => tag === 'error') : undefined;
  const { code = 'no code', text = 'no reason' } = error?.attrs ?? {};
  return new Error(`The network refused the code: ${text} (${code}).`);
}

/**
 * Requests a code to type on the phone, and resolves once the network has taken the request: the client itself resolves
 * as soon as the request is written, so that its code could be typed before it is valid, or after it was refused. Throws
 * when the network refuses it, or is silent for ten seconds. Refusals of other queries are not about the code: the
 * client asks the network for other things on the same connection.
 */
export async function requestCode(sock: WASocket, limits: Pick<Limits, 'within'>, digits: string): Promise<string> {
  const answered = `TAG:${nextQueryId(sock)}`;
  let onAnswer = (_node: BinaryNode): void => {};
  const taken = new Promise<void>((resolve, reject) => {
    onAnswer = (node) => {
      const refusal = refusalIn(node);
      if (refusal === null) resolve();
      else reject(refusal);
    };
  });
  sock.ws.on(answered, onAnswer);
  try {
    const asked = Promise.all([sock.requestPairingCode(digits), taken]);
    const [code] = await limits.within('The request of a code', asked, Date.now() + ANSWER_WITHIN_MS);
    return code;
  } finally {
    sock.ws.off(answered, onAnswer);
  }
}
