import { authenticateNetwork } from './authenticate-network.ts';
import { silenceSignal } from './silence-signal.ts';

/** The client library, which is loaded when the first device needs it. */
export type Baileys = typeof import('baileys');

let loaded: Promise<Baileys> | null = null;

/**
 * Loads the library once, with its console output filtered before its first line runs (ADR 4). The root key that the first call
 * gives authenticates the network of this process; null is the real network's.
 */
export function loadBaileys(rootKey: Uint8Array | null = null): Promise<Baileys> {
  silenceSignal();
  loaded ??= import('baileys').then((lib) => {
    authenticateNetwork(lib, rootKey);
    return lib;
  });
  return loaded;
}
