import { randomBytes } from 'node:crypto';
import { type BinaryNode, proto } from 'baileys';
import type { AppStateBlob } from '../state/network-state.ts';
import type { Answerer } from './answer-iq.ts';
import { parts, stanza } from './stanza.ts';

const VERSION = 1;

/** Refers to a part of the state that is stored at another address. */
function contentOf({ part, directPath }: AppStateBlob): BinaryNode {
  const reference = { mediaKey: randomBytes(32), directPath, handle: 'sandbox', fileSizeBytes: 1 };
  if (part === 'snapshot')
    return stanza('snapshot', {}, Buffer.from(proto.ExternalBlobReference.encode(reference).finish()));
  const patch = proto.SyncdPatch.encode({ version: { version: VERSION }, externalMutations: reference }).finish();
  return stanza('patches', {}, [stanza('patch', {}, Buffer.from(patch))]);
}

/** The account's settings and contacts that its devices share: empty, or set by a fault. */
export const answerAppState: Answerer = ({ device, asked }) => {
  const { appState } = device;
  if (appState) appState.asked++;
  // Every collection must be named, or the client requests it repeatedly.
  const collections = parts(asked).map(({ attrs: { name, version } }) =>
    appState
      ? stanza('collection', { name, version: VERSION }, [contentOf(appState)])
      : stanza('collection', { name, version }),
  );
  return { content: [stanza('sync', {}, collections)] };
};
