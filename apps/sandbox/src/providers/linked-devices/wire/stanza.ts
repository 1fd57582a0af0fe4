import type { BinaryNode } from 'baileys';

/** The network's own address in stanzas. */
export const SERVER = '@s.whatsapp.net';

/** One stanza or a part of one; undefined attributes are left out. */
export function stanza(
  tag: string,
  attrs: Record<string, string | number | undefined> = {},
  content?: BinaryNode['content'],
): BinaryNode {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(attrs)) if (value !== undefined) given[name] = String(value);
  return content === undefined ? { tag, attrs: given } : { tag, attrs: given, content };
}

/** The parts of a stanza; empty if it carries bytes or nothing. */
export function parts(node: BinaryNode | undefined): BinaryNode[] {
  return Array.isArray(node?.content) ? node.content : [];
}

/** The first part with that tag. */
export function part(node: BinaryNode | undefined, tag: string): BinaryNode | undefined {
  return parts(node).find((candidate) => candidate.tag === tag);
}

/** The bytes of the first part with that tag. */
export function partBytes(node: BinaryNode | undefined, tag: string): Buffer | undefined {
  return bytesOf(part(node, tag));
}

/** The bytes of a stanza itself. */
export function bytesOf(node: BinaryNode | undefined): Buffer | undefined {
  const content = node?.content;
  if (content === undefined || Array.isArray(content)) return undefined;
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content);
}

/** A number as big-endian bytes, the encoding of key ids and registration ids. */
export function bigEndian(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntBE(value, 0, length);
  return bytes;
}

/** The number in big-endian bytes; 0 if there are none. */
export function readBigEndian(bytes: Buffer | undefined): number {
  return bytes === undefined || bytes.length === 0 ? 0 : bytes.readUIntBE(0, bytes.length);
}

/** Splits an address: `15550001:2@s.whatsapp.net` → user `15550001`, device 2. */
export function splitJid(jid: string): { user: string; device: number; server: string } {
  const [left = '', server = ''] = jid.split('@', 2);
  const [user = '', device = '0'] = left.split(':', 2);
  return { user, device: Number(device), server };
}
