/** The fields of a request in the log, which are JSON; none if the log has them truncated. */
export function readFields(body: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(body);
    return typeof fields === 'object' && fields !== null ? { ...fields } : {};
  } catch {
    return {};
  }
}

/** A field as the value of a query. */
export const queryText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
