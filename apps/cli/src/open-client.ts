import { createClient, type Parley } from '@parley/sdk';
import { readLogin } from './login.ts';

/** A client with the stored login. Throws without one. */
export const openClient = async (): Promise<Parley> => createClient(await readLogin());
