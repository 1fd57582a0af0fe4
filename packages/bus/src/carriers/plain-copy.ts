/** A copy of a value, with an upper bound of the length of its JSON text. */
export interface PlainCopy {
  value: unknown;
  /** Upper bound of the characters of its JSON text before escaping; escaped, each becomes at most six bytes. */
  characters: number;
}

/** Upper bound for a number with its braces and commas. */
const CHARACTERS_OF_OTHERS = 26;

class PlainCopier {
  characters = 0;

  copy(value: unknown, key: string): unknown {
    this.characters += CHARACTERS_OF_OTHERS;
    switch (typeof value) {
      case 'string':
        this.characters += value.length;
        return value;
      case 'number':
        // JSON has neither NaN nor a negative zero.
        return Number.isFinite(value) ? value + 0 : null;
      case 'boolean':
        return value;
      case 'bigint':
        throw new TypeError('A bigint cannot be carried.');
      case 'object':
        return value === null ? null : this.#copyObject(value, key);
      default:
        return undefined;
    }
  }

  #copyObject(value: object, key: string): unknown {
    if ('toJSON' in value && typeof value.toJSON === 'function') return this.copy(value.toJSON(key), key);
    if (Array.isArray(value)) return value.map((part, index) => this.copy(part, String(index)) ?? null);
    const made: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      // safe: an own key
      const part = this.copy((value as Record<string, unknown>)[name], name);
      if (part === undefined) continue;
      this.characters += name.length;
      if (name === '__proto__')
        Object.defineProperty(made, name, { value: part, enumerable: true, writable: true, configurable: true });
      else made[name] = part;
    }
    return made;
  }
}

/**
 * Copies a value with the result of a JSON round trip: dates become texts, `undefined` is left out (null in a list),
 * NaN becomes null. Nothing is shared with the original. Throws TypeError for a bigint.
 */
export function copyPlain(value: unknown): PlainCopy {
  const copier = new PlainCopier();
  const copy = copier.copy(value, '');
  return { value: copy, characters: copier.characters };
}
