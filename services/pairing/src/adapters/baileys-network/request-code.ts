import type { BinaryNode, WASocket } from 'baileys';
import { within } from './within.ts';

const ANSWER_WITHIN_MS = 10_000;
/** The network took the request: its answer carries the reference that the phone will name. */
const TAKEN = 'CB:iq,,link_code_companion_reg';
const REFUSED = 'CB:iq,type:error';

/**
 * Requests a code to type on the phone, and resolves once the network has taken the request: the client itself resolves
 * as soon as the request is written, so that its code could be typed before it is valid, or after it was refused. Throws
 * when the network refuses it, or is silent for ten seconds.
 */
export async function requestCode(sock: WASocket, digits: string): Promise<string> {
  let refuse = (_error: Error): void => {};
  let take = (): void => {};
  const taken = new Promise<void>((resolve, reject) => {
    take = resolve;
    refuse = reject;
  });
  const onRefused = ({ content }: BinaryNode): void => {
    const error = Array.isArray(content) ? content.find(({ tag }) => tag === 'error') : undefined;
    const { code = 'no code', text = 'no reason' } = error?.attrs ?? {};
    refuse(new Error(`The network refused the code: ${text} (${code}).`));
  };
  sock.ws.on(TAKEN, take);
  sock.ws.on(REFUSED, onRefused);
  try {
    const [code] = await within(Promise.all([sock.requestPairingCode(digits), taken]), Date.now() + ANSWER_WITHIN_MS);
    return code;
  } finally {
    sock.ws.off(TAKEN, take);
    sock.ws.off(REFUSED, onRefused);
  }
}
