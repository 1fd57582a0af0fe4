import { request } from 'undici';
import { readBaileysHistory } from './baileys-history.ts';
import { readEvolutionHistory } from './evolution-history.ts';
import { readEvolutionSettings } from './evolution-settings.ts';
import type { KeptHistory } from './kept-history.ts';
import type { KeptSettings } from './kept-settings.ts';
import { readBaileysFiles, readBaileysRows } from './read-baileys-files.ts';
import { type EvolutionSource, readEvolution } from './read-evolution.ts';
import { readWhatsmeow, type WhatsmeowSource } from './read-whatsmeow.ts';
import { openSourceDatabase } from './source-database.ts';
import { linkOf, type SourceDevice } from './source-device.ts';
import { readWhatsmeowHistory } from './whatsmeow-history.ts';
import { readWhatsmeowSettings } from './whatsmeow-settings.ts';

/** The system that devices come from, and where its state lies. */
export type MoveInSource =
  | ({ kind: 'evolution' } & EvolutionSource)
  | ({ kind: 'whatsmeow' } & WhatsmeowSource)
  | { kind: 'baileys-files'; directory: string; historyFile?: string }
  | { kind: 'baileys-rows'; file: string; historyFile?: string };

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

/** Reads the messages that a source has kept of each device since a time, one device after the other. */
export async function* readHistories(source: MoveInSource, sinceS: number, now: Date): AsyncGenerator<KeptHistory> {
  const devices = await readSource(source, now);
  if (source.kind === 'baileys-files' || source.kind === 'baileys-rows') {
    if (source.historyFile !== undefined && devices.length > 1)
      throw new Error('--history-file has the messages of one device: name the directory of that device.');
    for (const { name, origin: directory, ...device } of devices)
      yield await readBaileysHistory({ name, device: linkOf(device), directory }, source.historyFile, sinceS);
    return;
  }
  const database = await openSourceDatabase(source.database);
  try {
    if (source.kind === 'evolution') {
      for (const { name, origin, ...device } of devices)
        yield await readEvolutionHistory(database, { id: origin ?? '', name, device: linkOf(device) }, sinceS);
      return;
    }
    const app = source.appDatabase === undefined ? null : await openSourceDatabase(source.appDatabase);
    try {
      const isOnly = source.devices.length === 0 && devices.length === 1;
      for (const { name } of devices)
        yield await readWhatsmeowHistory({ keys: database, app: app ?? database }, name, { sinceS, isOnly });
    } finally {
      await app?.close();
    }
  } finally {
    await database.close();
  }
}

/** Reads the settings that a source has for its devices. Programs on Baileys keep none that are known. */
export async function readSettings(source: MoveInSource, now: Date): Promise<KeptSettings[]> {
  if (source.kind === 'baileys-files' || source.kind === 'baileys-rows') return [];
  const isEvolution = source.kind === 'evolution';
  const jids = isEvolution ? [] : (await readSource(source, now)).map(({ name }) => name);
  const database = await openSourceDatabase(isEvolution ? source.database : (source.appDatabase ?? source.database));
  try {
    return await (isEvolution
      ? readEvolutionSettings(database, source.instances)
      : readWhatsmeowSettings(database, jids));
  } finally {
    await database.close();
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
