/** A silent logger for the client library's own functions: they would log keys, codes and messages. */
export const SILENT = {
  level: 'silent',
  child: () => SILENT,
  trace: () => {},
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
};
