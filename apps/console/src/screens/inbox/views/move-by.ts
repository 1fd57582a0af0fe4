/** The ids with one of them moved up or down by one. */
export function moveBy(ids: readonly string[], id: string, by: 1 | -1): string[] {
  const at = ids.indexOf(id);
  const rest = ids.filter((other) => other !== id);
  return at < 0 ? rest : rest.toSpliced(Math.max(0, at + by), 0, id);
}
