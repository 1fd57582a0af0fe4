import pg from 'pg';

/**
 * A connection to a pooler in transaction mode. Each transaction may run in another session of the server, where
 * earlier prepared statements do not exist, so statements are sent unprepared. A pooler also refuses most settings in
 * the startup message.
 */
export class PooledClient extends pg.Client {}
