import { setTimeout as pause } from 'node:timers/promises';
import { at } from '@parley/common/at';
import { listKeys } from '@parley/common/contracts/operator/keys';
import {
  addMoveInKeys,
  beginMoveIn,
  finishMoveIn,
  MOVE_IN_KEYS_MAX,
  type MOVE_IN_SOURCES,
  MoveInView,
} from '@parley/common/contracts/operator/move-in';
import type { MovedDevice, MovedKey } from '@parley/pairing/move-in/moved-device.rules';
import { z } from 'zod';
import type { OperatorClient } from '../command-line/operator-client.ts';
import { ask, askAll } from './ask-operator.ts';
import { makePlan } from './make-plan.ts';
import type { SourceDevice } from './source-device.ts';

/** Characters of the values of one call: with its frame it stays below NATS's default of 1 MB. */
const MAX_CALL_CHARS = 600_000;

/** Values in calls that the API takes. */
export function chunkKeys(keys: readonly MovedKey[]): MovedKey[][] {
  const chunks: MovedKey[][] = [];
  let [chunk, chars]: [MovedKey[], number] = [[], 0];
  for (const key of keys) {
    const size = JSON.stringify(key).length;
    if (chunk.length > 0 && (chunk.length === MOVE_IN_KEYS_MAX || chars + size > MAX_CALL_CHARS)) {
      chunks.push(chunk);
      [chunk, chars] = [[], 0];
    }
    chunk.push(key);
    chars += size;
  }
  return chunk.length > 0 ? [...chunks, chunk] : chunks;
}

const NamedKey = z.object({ instance_id: z.string(), label: z.string().nullable() });

/** The id of the key with this id or label. */
export async function findKey(client: OperatorClient, slug: string, key: string): Promise<string> {
  if (key.startsWith('ins_')) return key;
  const keys = await askAll(client, listKeys, { slug }, NamedKey);
  const found = keys.filter(({ label }) => label === key).map(({ instance_id: id }) => id);
  const [id] = found;
  if (id === undefined || found.length > 1)
    throw new Error(
      `${found.length} keys of ${slug} have the label ${key}: name one by its instance_id (parley keys list ${slug}).`,
    );
  return id;
}

export interface CopyTarget {
  client: OperatorClient;
  slug: string;
  instanceId: string;
  source: (typeof MOVE_IN_SOURCES)[number];
}

/** A label that the API takes, from a name that a person chose in the source. */
const labelOf = (name: string): string =>
  Array.from(name.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, ' '))
    .slice(0, 50)
    .join('') || 'Moved device';

/** Copies one device. A copy that was broken off begins again; a device that is started is left as it is. */
async function copyDevice({ client, slug, ...target }: CopyTarget, name: string, device: MovedDevice) {
  const begun = await ask(
    client,
    beginMoveIn,
    {
      slug,
      instance_id: target.instanceId,
      source: target.source,
      device: device.jid,
      label: labelOf(device.name ?? name),
    },
    MoveInView,
  );
  if (begun.state !== 'copying') return begun;
  const named = { slug, account_id: begun.account_id };
  for (const keys of chunkKeys(device.keys)) await ask(client, addMoveInKeys, { ...named, keys }, z.object({}));
  return ask(client, finishMoveIn, { ...named, keys: device.keys.length }, MoveInView);
}

export interface CopiedDevice {
  name: string;
  account_id: number | null;
  state: string | null;
  /** The reason why it was not copied; null when it was. */
  refused: string | null;
}

/**
 * Copies the devices of a source that has stopped. It is read twice: keys that change between the two readings mean that
 * the source runs. Each device is copied on its own; the reason of a refused one does not stop the others.
 */
export async function copyDevices(
  target: CopyTarget,
  read: () => Promise<SourceDevice[]>,
  stillForMs: number,
): Promise<CopiedDevice[]> {
  const before = new Map((await read()).map(({ name, fingerprint }) => [name, fingerprint]));
  await pause(stillForMs);
  const devices = await read();
  const plan = makePlan(devices);
  const copied: CopiedDevice[] = [];
  for (const [index, { name, conversion, fingerprint }] of devices.entries()) {
    const skip = (refused: string) => copied.push({ name, account_id: null, state: null, refused });
    const { refused } = at(plan, index);
    if (refused !== null) skip(refused);
    else if (before.get(name) !== fingerprint) skip('The source still runs: its keys have changed. Stop it first.');
    else if (conversion.kind === 'device') {
      const outcome = await copyDevice(target, name, conversion.device).catch((error: unknown) => error);
      const view = MoveInView.safeParse(outcome);
      if (view.success) {
        const { account_id, state } = view.data;
        copied.push({ name, account_id, state, refused: null });
      } else skip(outcome instanceof Error ? outcome.message : String(outcome));
    }
  }
  return copied;
}
