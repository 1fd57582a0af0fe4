/** Concurrent turns of one process: each spends most of its time waiting for a model. */
export const MAX_RUNNING = 256;

/** A tenant that runs so many turns in a process uses no reserved slot. */
export const BUSY_TURNS = 32;
/** Slots of a process that only tenants with fewer turns use: a slow model of one tenant delays no other tenant. */
export const RESERVED_SLOTS = 64;

/**
 * Connections of the pool for making replies, and as many for storing and sending them: API calls keep working when all
 * customers write to bots at once.
 */
export const TURN_CONNECTIONS = 1;

const LEASE_MS = 15_000;

/** When another worker takes over a turn whose worker died. */
export const leaseEnd = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** For one call of a tenant's tool. */
export const TOOL_TIMEOUT_MS = 10_000;
