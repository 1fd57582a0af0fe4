/** The output of an operation that is a stream: begins it; the signal ends it. */
export type OpenStream = (signal: AbortSignal) => AsyncIterable<unknown>;
