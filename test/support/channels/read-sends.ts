import type { SandboxDriver } from '@parley/sandbox/driver/sandbox-driver';
import type { System } from '../system/system.ts';
import { readAllPages } from './read-all-pages.ts';

type Query = NonNullable<Parameters<SandboxDriver['calls']>[0]>;
type Wanted = Pick<Query, 'channel' | 'account' | 'to'>;

/** Every send that a provider accepted, in order: of an account, to a person, or all of a channel. */
export const readSends = ({ sandbox }: Pick<System, 'sandbox'>, wanted: Wanted) =>
  readAllPages(async (page) => (await sandbox.calls({ ...wanted, ...page })).sends);
