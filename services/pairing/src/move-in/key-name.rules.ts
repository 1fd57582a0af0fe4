import { MOVE_IN_TYPES } from '@parley/common/contracts/operator/move-in';

/** A type that Parley does not need: it fetches no snapshot of the account's settings. */
export const LEFT_TYPE = 'app-state-sync-version';

export interface KeyName {
  type: string;
  id: string;
}

/** Type and id of `<type>-<id>`; null when the type is unknown. */
export function splitKeyName(name: string): KeyName | null {
  const type = [LEFT_TYPE, ...MOVE_IN_TYPES].find((one) => name.startsWith(`${one}-`));
  return type === undefined ? null : { type, id: name.slice(type.length + 1) };
}

/**
 * Type and id from a file's name, `<type>-<id>.json`. Its writer replaces `/` by `__` and `:` by `-`, which loses
 * information: what an id may contain depends on its type.
 */
export function splitFileName(file: string): KeyName | null {
  const named = file.endsWith('.json') ? splitKeyName(file.slice(0, -'.json'.length)) : null;
  if (!named) return null;
  const { type, id } = named;
  if (type === 'app-state-sync-key') return { type, id: id.replaceAll('__', '/') };
  return type === 'sender-key' ? { type, id: senderKeyIdOf(id) } : named;
}

/** `<group>::<user>::<device>`: a group's id may contain `-`, so that the last two pairs are the separators. */
function senderKeyIdOf(escaped: string): string {
  const last = escaped.lastIndexOf('--');
  const first = last > 0 ? escaped.lastIndexOf('--', last - 1) : -1;
  if (first < 0) return escaped;
  return [escaped.slice(0, first), escaped.slice(first + 2, last), escaped.slice(last + 2)].join('::');
}
