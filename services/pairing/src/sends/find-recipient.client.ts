import { makeBoundedMap } from '@parley/runtime/bounded-map';
import type { WASocket } from 'baileys';
import type { Baileys } from '../network/load-baileys.client.ts';
import { isGroup, lidOf } from '../received/read-person.client.ts';

/** Cache size of recipients that were looked up. */
const MAX_RECIPIENTS = 2000;
const RECIPIENT_KEPT_MS = 3_600_000;
const UNANSWERED = 'The network did not say whether this recipient is on it.';

/** Finds the jid of a recipient, or null when it is not on the network. */
export type FindRecipient = (to: string) => Promise<string | null>;

/** Looks recipients up at the network, and remembers them. */
export function makeFindRecipient({ lib, sock }: { lib: Baileys; sock: WASocket }): FindRecipient {
  const recipients = makeBoundedMap<string, string>(MAX_RECIPIENTS, { keepMs: RECIPIENT_KEPT_MS });

  /** The client's own look-up by number ignores hidden ids; every account has at least one device, the phone. */
  async function lookUpHiddenId(lid: string): Promise<string | null> {
    const query = new lib.USyncQuery().withDeviceProtocol().withUser(new lib.USyncUser().withId(lid));
    const found = await sock.executeUSyncQuery(query);
    if (!found) throw new Error(UNANSWERED);
    // safe: the shape that the library's own parser of the device protocol returns
    const devices = found.list[0]?.devices as { deviceList?: unknown[] } | undefined;
    return devices?.deviceList?.length ? lid : null;
  }

  async function lookUpNumber(number: string): Promise<string | null> {
    const found = await sock.onWhatsApp(number);
    if (!found) throw new Error(UNANSWERED);
    return found.find(({ exists }) => exists)?.jid ?? null;
  }

  return async (to) => {
    if (isGroup(to)) return to;
    const known = recipients.get(to);
    if (known) return known;
    const jid = await (lidOf(to) === to ? lookUpHiddenId(to) : lookUpNumber(to));
    if (jid !== null) recipients.set(to, jid);
    return jid;
  };
}
