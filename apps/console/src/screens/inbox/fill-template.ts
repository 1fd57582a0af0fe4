/** The body of a template with its values; a placeholder without a value stays. */
export const fillTemplate = (body: string, values: readonly string[]): string =>
  body.replace(/\{\{(\d+)\}\}/g, (place, number: string) => values[Number(number) - 1] || place);
