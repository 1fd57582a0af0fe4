import { authenticateNetwork } from './authenticate-network.client.ts';
import { useOwnKeyBytes } from './baileys-internals.client.ts';
import { silenceSignal } from './silence-signal.client.ts';

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
