import { z } from 'zod';

/** Type of a device's keys that messages wait under until they are handed on. */
export const INBOX = 'inbox';

const Stanza = z.object({ hash: z.string().min(1).max(100), kept: z.looseObject({ at: z.number() }) });

/** The quarantine's payload of a message that was decrypted and never handed on, out of what the inbox holds. */
export const writeStanza = (hash: string, kept: string): string => `{"hash":${JSON.stringify(hash)},"kept":${kept}}`;

/** What the inbox is to hold again; it has its full time anew from `nowMs` on. Throws for what is no such payload. */
export function readStanza(payload: string, nowMs: number): { hash: string; kept: string } {
  const { hash, kept } = Stanza.parse(JSON.parse(payload));
  return { hash, kept: JSON.stringify({ ...kept, at: nowMs }) };
}
