import { makeLogger } from '@parley/bus/logger';

/** A log that writes nothing. */
export const silentLogger = makeLogger({ level: 'silent', name: 'test' });
