import type { WASocket } from 'baileys';
import { type HoldStanzasOptions, holdStanzas } from './hold-stanzas.ts';
import type { NoticeBox } from './notice-box.ts';
import { callItem, readCall } from './read-call.ts';
import { readGroupChanges } from './read-group-change.ts';
import type { OwnJids, ResolvePhone } from './read-person.ts';
import { makeRingingCalls } from './ringing-calls.ts';

export interface HoldNoticesOptions extends Pick<HoldStanzasOptions, 'isClosed' | 'onFault' | 'onFlood'> {
  sock: WASocket;
  box: NoticeBox;
  resolve: ResolvePhone;
  me(): OwnJids | null;
}

/** Stores and forwards calls and changes of groups before the client acknowledges them. */
export function holdNotices({ sock, box, resolve, me, ...options }: HoldNoticesOptions) {
  const calls = makeRingingCalls();
  const resolveAll = async (lids: string[]): Promise<Map<string, string>> => {
    const found = (await sock.signalRepository.lidMapping.getPNsForLIDs(lids)) ?? [];
    return new Map(found.map(({ lid, pn }) => [lid, pn]));
  };
  const readCallOf = async (node: Parameters<typeof readCall>[1]) => {
    const item = await readCall({ resolve, calls, me }, node);
    return item ? [item] : [];
  };
  const held = [
    holdStanzas({ sock, event: 'CB:call', box: box.of(readCallOf), ...options }),
    holdStanzas({
      sock,
      event: 'CB:notification',
      box: box.of((node) => readGroupChanges({ resolve, resolveAll }, node)),
      ...options,
    }),
  ];
  return {
    calls,
    /** Reports a call that this device has rejected, because the network does not report it to the same device. */
    async rejected(id: string): Promise<void> {
      const call = calls.reject(id);
      if (call) await box.add([callItem(call, new Date().toISOString())]);
    },
    /** Resolves when no notice is being stored any more; call it after the connection is closed. */
    shut: async (): Promise<void> => {
      await Promise.all(held.map(({ shut }) => shut()));
    },
  };
}
