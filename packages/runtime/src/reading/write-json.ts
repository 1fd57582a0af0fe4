/**
 * Serializes an object of which some values are JSON text already, such as stored data of an event: they are neither
 * parsed nor serialized again. They follow the other members, in order. The caller knows that they are valid JSON.
 */
export function writeJson(members: Readonly<Record<string, unknown>>, texts: Readonly<Record<string, string>>): string {
  let written = JSON.stringify(members).slice(0, -1);
  for (const [key, text] of Object.entries(texts))
    written += `${written === '{' ? '' : ','}${JSON.stringify(key)}:${text}`;
  return `${written}}`;
}

/** Serializes an array whose entries are JSON text already. */
export const writeJsonArray = (texts: readonly string[]): string => `[${texts.join(',')}]`;
