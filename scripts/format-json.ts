const WIDTH = 240;

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Scalars in lines that are as full as they can be. */
function fillLines(values: readonly unknown[], indent: string): string[] {
  const lines: string[] = [];
  for (const value of values.map((each) => JSON.stringify(each))) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + value.length < WIDTH) lines[lines.length - 1] = `${last},${value}`;
    else lines.push(`${indent}${value}`);
  }
  return lines;
}

/** JSON whose lists and objects are on one line if they fit: short enough to read, with small differences. */
export function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || line.length + indent.length <= WIDTH) return line;
  const inner = `${indent} `;
  if (Array.isArray(value)) {
    const lines = value.every(isScalar)
      ? fillLines(value, inner)
      : value.map((element) => `${inner}${formatJson(element, inner)}`);
    return `[\n${lines.join(',\n')}\n${indent}]`;
  }
  const lines = Object.entries(value).map(([key, member]) => `${inner}"${key}":${formatJson(member, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}
