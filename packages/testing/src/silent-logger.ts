import { makeLogger } from '@parley/bus/logging/logger';

/** A log that writes nothing. */
export const silentLogger = makeLogger({ level: 'silent', name: 'test' });
