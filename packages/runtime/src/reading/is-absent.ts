/** Whether an error of the file system says that there is no such file or directory (ENOENT). */
export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
