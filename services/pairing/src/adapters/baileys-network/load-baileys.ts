import { authenticateNetwork } from './authenticate-network.ts';
import { useOwnKeyBytes } from './baileys-internals.ts';
import { silenceSignal } from './silence-signal.ts';

/** The client library, loaded when the first device needs it. */
export type Baileys = typeof import('baileys');

let loaded: Promise<Baileys> | null = null;

/**
 * Loads the library once, with its console output filtered before its first line runs (ADR 4). The root key of the
 * first call authenticates the network for this process; null: the key of the real network.
 */
export function loadBaileys(rootKey: Uint8Array | null = null): Promise<Baileys> {
  silenceSignal();
  loaded ??= import('baileys').then((lib) => {
    authenticateNetwork(lib, rootKey);
    useOwnKeyBytes(lib);
    return lib;
  });
  return loaded;
}
