import type { PastMessage, PastMessages, PastPerson } from '@parley/providers/graph/wa-history';
import type { EchoItem, MessageItem } from '@parley/providers/received/inbound-item';
import { tidyItem } from '../batch/tidy-item.rules.ts';
import type { NewMessage } from '../messages/message.rules.ts';

/** The name of a person in an address book. */
export interface KnownName {
  address: string;
  name: string | null;
  username: string | null;
}

/** A message as it waits for its import. */
export interface StagedMessage {
  id: string;
  at: string;
  addresses: string[];
  placeholder: boolean;
  item: StagedItem;
}

interface StagedItem {
  receipt: PastMessage['receipt'];
  item: Omit<MessageItem | EchoItem, 'at'> & { at: string };
}

/** Parts arrive in any order, within seconds of each other; more may follow until the platform reports 100 %. */
const QUIET_MS = 60_000;
const QUIET_UNFINISHED_MS = 15 * 60_000;

/** When the messages that wait are imported, newest first, if no further part arrives. */
export const importAtOf = ({ progress }: Pick<PastMessages, 'progress'>, now: Date): Date =>
  new Date(now.getTime() + ((progress ?? 0) >= 100 ? QUIET_MS : QUIET_UNFINISHED_MS));

const addressesOf = (item: MessageItem | EchoItem): string[] => {
  const { address, aliases } = item.kind === 'echo' ? item.to : item.from;
  return [...new Set([address, ...aliases])];
};

/**
 * Messages within the limits of storage, each once: of two with the same id that one which is no placeholder. Those that
 * truncation would falsify are left out.
 */
export function toStaged(messages: readonly PastMessage[], now: Date): StagedMessage[] {
  const staged = new Map<string, StagedMessage>();
  for (const { item: given, isPlaceholder, receipt } of messages) {
    const { item, refusal } = tidyItem(given, now);
    if (refusal !== null || (item.kind !== 'message' && item.kind !== 'echo')) continue;
    const id = item.providerMessageId;
    const known = staged.get(id);
    if (known && (!known.placeholder || isPlaceholder)) continue;
    const at = item.at.toISOString();
    const kept = { receipt, item: { ...item, raw: null, at } };
    staged.set(id, { id, at, addresses: addressesOf(item), placeholder: isPlaceholder, item: kept });
  }
  return [...staged.values()];
}

/** The stored form of {@link StagedMessage.item}. */
export function readStaged(stored: unknown): { item: MessageItem | EchoItem; receipt: PastMessage['receipt'] } {
  const { item, receipt } = stored as StagedItem; // safe: only toStaged writes it
  return { item: { ...item, at: new Date(item.at) } as MessageItem | EchoItem, receipt };
}

/** The names of an address book, each address once: the last one is the newest. */
export const namesByAddress = (people: readonly PastPerson[]): KnownName[] => [
  ...new Map(
    people.flatMap(({ addresses, ...named }) => addresses.map((address) => [address, { address, ...named }] as const)),
  ).values(),
];

/** The message with the name that the address book has for its person. */
export function withName(message: NewMessage, names: ReadonlyMap<string, KnownName>): NewMessage {
  const found = message.addresses.flatMap((address) => names.get(address) ?? []);
  return {
    ...message,
    name: message.name ?? found.find(({ name }) => name !== null)?.name ?? null,
    username: message.username ?? found.find(({ username }) => username !== null)?.username ?? null,
  };
}
