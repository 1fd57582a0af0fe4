import { format } from 'node:util';

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
