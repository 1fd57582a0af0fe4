/** A logger for the client library's own functions: they would log keys. */
export const SILENT = {
  level: 'silent',
  child: () => SILENT,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
