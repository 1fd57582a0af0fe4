/** A field's text without spaces around it; empty where there is none. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Every ticked box of a group. */
export const ticksOf = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === 'string');

/** An optional member: left out where the field is empty. */
export const optional = <N extends string>(name: N, value: string): { [K in N]?: string } =>
  value === '' ? {} : ({ [name]: value } as { [K in N]: string }); // safe: the one member that was named
