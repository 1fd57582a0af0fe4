import type { ServedInConsole } from '@parley/common/contracts/console/console-contracts';
import type { ConsoleInputOf, ConsoleOutputOf } from '@parley/common/contracts/console/console-router';

type Operation<N extends string> = Extract<ServedInConsole, { name: N }>;

/** Operations that only read: they are cached and refetched. */
export type QueryName = Exclude<Extract<ServedInConsole, { method: 'GET' }>, { isStream: true }>['name'];
export type StreamName = Extract<ServedInConsole, { isStream: true }>['name'];
export type MutationName = Exclude<ServedInConsole['name'], QueryName | StreamName>;

export type InputOf<N extends ServedInConsole['name']> = ConsoleInputOf<Operation<N>>;
export type OutputOf<N extends ServedInConsole['name']> = ConsoleOutputOf<Operation<N>>;
/** A page of a stream. */
export type StreamOutputOf<N extends StreamName> = ConsoleOutputOf<Operation<N>>;
