import type { WASocket } from 'baileys';
import { type HoldStanzasOptions, holdStanzas } from './hold-stanzas.client.ts';
import type { NoticeBox } from './notice-box.client.ts';
import { callItem, readCall } from './read-call.client.ts';
import { readGroupChanges } from './read-group-change.client.ts';
import type { OwnJids, ResolvePhone } from './read-person.client.ts';
import { type KnownCall, makeRingingCalls } from './ringing-calls.client.ts';

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
    /**
     * Rejects a call by `reject`, and reports the rejection, because the network does not report it to the device that
     * rejected. The report is stored before the network accepts the rejection, so that a crash in between does not lose it.
     */
    async rejecting(call: KnownCall, reject: () => Promise<void>): Promise<void> {
      const report = await box.announce(callItem({ ...call, state: 'rejected' }, new Date().toISOString()));
      try {
        await reject();
      } catch (error) {
        await report.failed();
        throw error;
      }
      calls.reject(call.id);
      report.done();
    },
    /** Resolves when no notice is being stored any more; call it after the connection is closed. */
    shut: async (): Promise<void> => {
      await Promise.all(held.map(({ shut }) => shut()));
    },
  };
}
