/** The fields of a canned reply (docs/reference/console.md#canned-replies). */
export const REPLY_FIELDS = ['name', 'agent', 'workspace'] as const;
export type ReplyField = (typeof REPLY_FIELDS)[number];

const FIELD = /( ?)\{\{([^{}]*)\}\}/gu;

const isField = (name: string): name is ReplyField => REPLY_FIELDS.some((field) => field === name);

/** The first field of a text that no canned reply has; null where there is none. */
export const unknownFieldOf = (text: string): string | null =>
  [...text.matchAll(FIELD)].map(([, , name = '']) => name.trim()).find((name) => !isField(name)) ?? null;

/**
 * A canned reply with its values. A field without a value is removed with the space before it. Values are inserted as
 * they are: braces in a name are no field.
 */
export const fillReply = (text: string, values: Readonly<Record<ReplyField, string>>): string =>
  text.replace(FIELD, (field, space: string, inner: string) => {
    const name = inner.trim();
    if (!isField(name)) return field;
    return values[name] === '' ? '' : `${space}${values[name]}`;
  });
