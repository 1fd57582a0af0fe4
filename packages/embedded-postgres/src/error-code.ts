/** The code of a system error, such as ENOENT; undefined for other errors. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
