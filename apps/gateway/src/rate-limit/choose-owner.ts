/** FNV-1a, 32 bits: enough to distribute keys evenly over a few gateways. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * The gateway that counts a key (rendezvous hashing): all gateways with the same list of members choose the same one, and a
 * member that joins or leaves moves only its own keys.
 */
export function chooseOwner(key: string, members: readonly string[]): string | null {
  let owner: string | null = null;
  let best = -1;
  for (const member of members) {
    const weight = hash(`${member}/${key}`);
    if (weight > best || (weight === best && owner !== null && member < owner)) {
      best = weight;
      owner = member;
    }
  }
  return owner;
}
