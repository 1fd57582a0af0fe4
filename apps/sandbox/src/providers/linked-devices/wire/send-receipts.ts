import { inOrder } from '../../../state/receipt-order.ts';
import type { ReceiptHabit } from '../state/network-settings.ts';
import type { Device, Group, NetworkState, Person } from '../state/network-state.ts';
import { isGroup } from '../state/people.ts';
import { queueNode } from './deliver-stanza.ts';
import { stanza } from './stanza.ts';

/** The types of receipts that people give. */
export type ReceiptType = 'delivered' | 'read' | 'played';

/** A person's receipt: for messages of one owner, in a chat with them or in a group. */
export interface GivenReceipt {
  person: Person;
  owner: Person;
  group: Group | null;
  ids: string[];
  type: ReceiptType;
  addressing: 'pn' | 'lid';
  /** Replaces the network's own time. */
  t?: number | string | undefined;
}

/** Receipts of people: explicit, or automatic after the delay of the settings. */
export function makeSendReceipts(deps: { state: NetworkState; now: () => number }) {
  const timers = new Set<NodeJS.Timeout>();

  function give({ person, owner, group, ids, type, addressing, t = Math.floor(deps.now() / 1000) }: GivenReceipt) {
    const author = (group?.addressing ?? addressing) === 'lid' ? person.lid : person.jid;
    const address = group === null ? { from: author } : { from: group.id, participant: author };
    const kind = type === 'delivered' ? undefined : type;
    const [id = '', ...others] = ids;
    const items = others.map((other) => stanza('item', { id: other }));
    const content = items.length === 0 ? undefined : [stanza('list', {}, items)];
    const node = stanza('receipt', { ...address, id, t, type: kind }, content);
    for (const device of owner.devices.values()) {
      if (device.state === 'paired') queueNode(device, node);
    }
  }

  return {
    give,
    /** Every recipient of a device's message confirms it according to their settings. */
    confirm(device: Device, chat: Person | Group, to: string, id: string) {
      const people = isGroup(chat) ? [...chat.members.keys()].filter((member) => member !== device.owner) : [chat];
      const group = isGroup(chat) ? chat : null;
      const addressing = to.endsWith('@lid') ? 'lid' : 'pn';
      for (const person of people) {
        const { receipts, receiptOrder } = deps.state.settings;
        const types = inOrder(receiptTypes(person.receipts ?? receipts), receiptOrder);
        types.forEach((type, index) => {
          const timer = setTimeout(
            () => {
              timers.delete(timer);
              give({ person, owner: device.owner, group, ids: [id], type, addressing });
            },
            deps.state.settings.receiptDelayMs * (index + 1),
          );
          timers.add(timer);
        });
      }
    },
    clear() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

function receiptTypes(habit: ReceiptHabit): ReceiptType[] {
  if (habit === 'off') return [];
  return habit === 'read' ? ['delivered', 'read'] : ['delivered'];
}
