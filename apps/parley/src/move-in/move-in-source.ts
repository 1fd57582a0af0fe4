import { request } from 'undici';
import { readBaileysFiles, readBaileysRows } from './read-baileys-files.ts';
import { type EvolutionSource, readEvolution } from './read-evolution.ts';
import { readWhatsmeow, type WhatsmeowSource } from './read-whatsmeow.ts';
import type { SourceDevice } from './source-device.ts';

/** The system that devices come from, and where its state lies. */
export type MoveInSource =
  | ({ kind: 'evolution' } & EvolutionSource)
  | ({ kind: 'whatsmeow' } & WhatsmeowSource)
  | { kind: 'baileys-files'; directory: string }
  | { kind: 'baileys-rows'; file: string };

/** Reads and converts the devices of a source, and changes nothing in it. */
export function readSource(source: MoveInSource, now: Date): Promise<SourceDevice[]> {
  switch (source.kind) {
    case 'evolution':
      return readEvolution(source, now);
    case 'whatsmeow':
      return readWhatsmeow(source, now);
    case 'baileys-files':
      return readBaileysFiles(source.directory, now);
    case 'baileys-rows':
      return readBaileysRows(source.file, now);
  }
}

const ANSWERS_WITHIN_MS = 5000;

/** Whether the source's own API answers: then it runs, and uses the links. */
export async function isAnswering(url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
  const answer = await request(url, { signal }).catch(() => null);
  await answer?.body.dump();
  return answer !== null;
}
