import { silenceSignal } from './silence-signal.ts';

/** The client library, which is loaded when the first device needs it. */
export type Baileys = typeof import('baileys');

let loaded: Promise<Baileys> | null = null;

/** Loads the library once, with its console output filtered before its first line runs (ADR 4). */
export function loadBaileys(): Promise<Baileys> {
  silenceSignal();
  loaded ??= import('baileys');
  return loaded;
}
