import { format } from 'node:util';
import { authenticateNetwork } from './authenticate-network.client.ts';
import { useOwnKeyBytes } from './baileys-internals.client.ts';

/** The client library, loaded when the first device needs it. */
export type Baileys = typeof import('baileys');

let loaded: Promise<Baileys> | null = null;

/**
 * Loads the library once, with its console output filtered before its first line runs (ADR 4). A root key (32 bytes)
 * replaces that of the real network for the whole process, also after a call without one: a unit test that needs no
 * network must not decide for the next file of its process.
 */
export async function loadBaileys(rootKey: Uint8Array | null = null): Promise<Baileys> {
  silenceSignal();
  loaded ??= import('baileys').then((lib) => {
    authenticateNetwork(lib);
    useOwnKeyBytes(lib);
    return lib;
  });
  const lib = await loaded;
  if (rootKey) lib.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey);
  return lib;
}

/** Beginnings of the lines that libsignal prints to the console. */
const SPOKEN = [
  'V1 session storage migration error',
  'Migrating session to',
  'Session already closed',
  'Session already open',
  'Closing session',
  'Opening session',
  'Removing old closed session',
  'Closing open session',
  'WARNING: Expected pubkey of length 33',
  'Unhandled bucket type',
  'Failed to decrypt message with any known session',
  'Session error',
  'Decrypted message with closed session',
];
/** Class names of its session objects, in case a later version prints other words before them. */
const KEY_MATERIAL = /privKey|rootKey|chainKey|ephemeralKeyPair|currentRatchet|indexInfo/;
const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;

function speaksOfKeys(given: readonly unknown[]): boolean {
  const [first] = given;
  if (typeof first === 'string' && SPOKEN.some((start) => first.startsWith(start))) return true;
  return given.some((part) => typeof part === 'object' && part !== null) && KEY_MATERIAL.test(format(...given));
}

let restore: (() => void) | null = null;

/**
 * libsignal prints whole sessions, including private keys, to the console (docs/reference/wd.md#library). From the
 * first call on such lines are dropped for the whole process; other output is unchanged. Returns a function that
 * restores the console.
 */
export function silenceSignal(): () => void {
  if (restore) return restore;
  const before = METHODS.map((name) => [name, console[name]] as const);
  for (const [name, print] of before) {
    console[name] = (...given: unknown[]) => {
      if (!speaksOfKeys(given)) print.apply(console, given);
    };
  }
  restore = () => {
    for (const [name, print] of before) console[name] = print;
    restore = null;
  };
  return restore;
}
