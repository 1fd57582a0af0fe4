import pg from 'pg';

/**
 * A connection to a pooler in transaction mode. Each transaction may run in another session of the server, which does
 * not know the statements that were prepared before: they are sent unprepared. A pooler also refuses most settings in
 * the startup message.
 */
export class PooledClient extends pg.Client {}
