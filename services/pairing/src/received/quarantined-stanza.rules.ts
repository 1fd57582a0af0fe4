import { writeJson } from '@parley/runtime/reading/write-json';
import { z } from 'zod';

/** Key type under which messages are stored until they are forwarded. */
export const INBOX = 'inbox';

const Stanza = z.object({ hash: z.string().min(1).max(100), kept: z.looseObject({ at: z.number() }) });

/** The quarantine payload of a message of the inbox that was decrypted and never forwarded. */
export const writeStanza = (hash: string, kept: string): string => writeJson({ hash }, { kept });

/** The inbox value of such a payload; its time limit starts again at `nowMs`. Throws for an invalid payload. */
export function readStanza(payload: string, nowMs: number): { hash: string; kept: string } {
  const { hash, kept } = Stanza.parse(JSON.parse(payload));
  return { hash, kept: JSON.stringify({ ...kept, at: nowMs }) };
}
