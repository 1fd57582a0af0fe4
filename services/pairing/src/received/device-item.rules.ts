import {
  DEVICE_LIMITS,
  type DeviceAttachment,
  type DeviceGroup,
  type DeviceItem,
  type DevicePerson,
  type GroupFacts,
} from '@parley/common/contracts/internal/store-device-items';
import { AppError } from '@parley/common/errors';
import type { Interactive } from '@parley/common/events';
import { boundText, cutText } from '@parley/common/text/clean-text';
import { countJsonValues, isStorableJson } from '@parley/common/text/storable';
import { isRefusedBySql } from '@parley/database/batches/isolate-refused';
import { isDatabaseUnavailable } from '@parley/database/sql';
import { isTooDeep, mapTexts } from '@parley/providers/http/json-depth';
import { withTidyFacts } from '@parley/providers/received/tidy-facts';
import { boundId, clampDate, countFrom } from '@parley/providers/received/tidy-values';
import { LeaseLost } from '../leases/device-lease.rules.ts';

/** Limit of the fields of all attachments of a message together, in UTF-16 units; further own fields are dropped. */
const MAX_PAYLOAD_LENGTH = 262_144;

const nullable = <T, R>(value: T | null, change: (value: T) => R): R | null => (value === null ? null : change(value));
const bound = (value: string | null, maxLength: number): string | null =>
  nullable(value, (text) => boundText(text, maxLength));

const tidyPerson = ({ address, aliases, name, phone }: DevicePerson): DevicePerson => ({
  address: boundId(address),
  aliases: aliases.slice(0, DEVICE_LIMITS.aliases).map(boundId),
  name: bound(name, DEVICE_LIMITS.name),
  phone: nullable(phone, boundId),
});

const tidyGroup = (group: DeviceGroup | null): DeviceGroup | null =>
  nullable(group, (given) => ({
    groupJid: boundId(given.groupJid),
    participant: boundId(given.participant),
    participantName: bound(given.participantName, DEVICE_LIMITS.name),
  }));

/** An attachment's own fields, and the part of the message's budget that they use. */
function tidyPayload(payload: DeviceAttachment['payload'], budget: number) {
  if (payload === null || isTooDeep(payload)) return { payload: null, length: 0 };
  // safe: texts stay texts
  const tidied = mapTexts(payload, (text) => boundText(text, DEVICE_LIMITS.text)) as typeof payload;
  const { length } = JSON.stringify(tidied);
  const fits =
    length <= budget &&
    Object.keys(tidied).length <= DEVICE_LIMITS.payloadMembers &&
    countJsonValues(tidied, DEVICE_LIMITS.payloadValues) <= DEVICE_LIMITS.payloadValues &&
    isStorableJson(tidied);
  return fits ? { payload: tidied, length } : { payload: null, length: 0 };
}

function tidyAttachments(given: readonly DeviceAttachment[]): DeviceAttachment[] {
  let budget = MAX_PAYLOAD_LENGTH;
  return given.slice(0, DEVICE_LIMITS.attachments).map(({ type, media, mimeType, filename, size, payload }) => {
    const fields = tidyPayload(payload, budget);
    budget -= fields.length;
    return {
      type,
      // A truncated value would open nothing.
      media: media !== null && media.length <= DEVICE_LIMITS.media ? media : null,
      mimeType: bound(mimeType, DEVICE_LIMITS.mimeType),
      filename: bound(filename, DEVICE_LIMITS.filename),
      size: countFrom(size),
      payload: fields.payload,
    };
  });
}

const tidyChoice = ({ id, title, type, data }: Interactive): Interactive => ({
  type,
  id: bound(id, DEVICE_LIMITS.text),
  title: bound(title, DEVICE_LIMITS.text),
  data: tidyPayload(data, MAX_PAYLOAD_LENGTH).payload,
});

const tidyFacts = (facts: GroupFacts): GroupFacts => ({
  ...facts,
  promoted: facts.promoted.slice(0, DEVICE_LIMITS.members).map(boundId),
  demoted: facts.demoted.slice(0, DEVICE_LIMITS.members).map(boundId),
  description: nullable(facts.description, (text) => cutText(text, DEVICE_LIMITS.text)),
});

/**
 * A stranger's item within the limits of storage and of a call: storable texts of limited length, ids that fit an index, times
 * between the epoch and tomorrow. Values within the limits do not change.
 */
export function tidyDeviceItem(item: DeviceItem, now: Date): DeviceItem {
  const base = {
    providerMessageId: boundId(item.providerMessageId),
    at: clampDate(new Date(item.at), now).toISOString(),
  };
  switch (item.kind) {
    case 'message':
      return {
        ...withTidyFacts(item),
        ...base,
        from: tidyPerson(item.from),
        group: tidyGroup(item.group),
        text: cutText(item.text, DEVICE_LIMITS.text),
        attachments: tidyAttachments(item.attachments),
        replyToProviderId: nullable(item.replyToProviderId, boundId),
        ...(item.interactive ? { interactive: tidyChoice(item.interactive) } : {}),
      };
    case 'echo':
      return {
        ...item,
        ...base,
        to: tidyPerson(item.to),
        group: tidyGroup(item.group),
        text: cutText(item.text, DEVICE_LIMITS.text),
        attachments: tidyAttachments(item.attachments),
      };
    case 'receipt':
      return {
        ...item,
        ...base,
        participant: nullable(item.participant, boundId),
        error: nullable(item.error, ({ code, message, providerCode: given }) => ({
          code: boundId(code),
          message: boundText(message, DEVICE_LIMITS.text),
          providerCode: typeof given === 'string' ? boundId(given) : given,
        })),
      };
    case 'reaction': {
      const emoji = bound(item.emoji, DEVICE_LIMITS.emoji) || null;
      return {
        ...item,
        ...base,
        from: tidyPerson(item.from),
        group: tidyGroup(item.group),
        emoji,
        action: emoji === null ? 'removed' : item.action,
      };
    }
    case 'edited':
      return {
        ...item,
        ...base,
        from: tidyPerson(item.from),
        group: tidyGroup(item.group),
        text: cutText(item.text, DEVICE_LIMITS.text),
      };
    case 'revoked':
      return { ...item, ...base, from: tidyPerson(item.from), group: tidyGroup(item.group) };
    case 'call':
      return { ...item, ...base, from: tidyPerson(item.from) };
    case 'group-change':
      return {
        ...item,
        ...base,
        groupJid: boundId(item.groupJid),
        subject: bound(item.subject, DEVICE_LIMITS.name),
        joined: item.joined.slice(0, DEVICE_LIMITS.members).map(boundId),
        left: item.left.slice(0, DEVICE_LIMITS.members).map(boundId),
        by: nullable(item.by, boundId),
        ...(item.facts ? { facts: tidyFacts(item.facts) } : {}),
      };
    case 'group-request':
      return {
        ...item,
        ...base,
        groupJid: boundId(item.groupJid),
        person: boundId(item.person),
        method: nullable(item.method, boundId),
        by: nullable(item.by, boundId),
      };
  }
}

/** Adds our own ids, by those of the network, to receipts of our messages, and drops echoes of our own sends. */
export function relateItems(items: readonly DeviceItem[], ours: ReadonlyMap<string, string>): DeviceItem[] {
  return items.flatMap((item) => {
    const messageId = ours.get(item.providerMessageId) ?? null;
    if (item.kind === 'echo' && messageId !== null) return [];
    return [item.kind === 'receipt' ? { ...item, messageId } : item];
  });
}

/** Temporary errors: another part is unavailable or busy. */
const MOMENTARY: ReadonlySet<string> = new Set(['service_unavailable', 'provider_timeout', 'rate_limited']);
/** Attempts after which an unexpected error is attributed to the item. */
const TRIES_OF_A_BUG = 10;

/**
 * Whether a received item cannot be stored because of its content, so that a retry fails again. `tries` is the number
 * of consecutive failures.
 */
export function isRefusedForGood(error: unknown, tries: number): boolean {
  if (error instanceof LeaseLost || isDatabaseUnavailable(error)) return false;
  if (isRefusedBySql(error)) return true;
  if (error instanceof AppError && MOMENTARY.has(error.code)) return false;
  if (error instanceof AppError && error.code !== 'internal_error') return true;
  return tries >= TRIES_OF_A_BUG;
}
