/** A field's text, trimmed; empty if the field is missing. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** The lines of a text, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Every ticked box of a group. */
export const ticksOf = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === 'string');

/** An optional member: left out if the value is empty. */
export const optional = <N extends string>(name: N, value: string): { [K in N]?: string } =>
  value === '' ? {} : ({ [name]: value } as { [K in N]: string }); // safe: only this member
