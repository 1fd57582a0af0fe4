import { query } from '../../api/call-gateway.ts';
import type { InputOf, QueryName } from '../../api/operations.ts';
import { pause } from '../../api/pause.ts';
import { changeLanguage } from '../../i18n/load-texts.ts';
import { filterOf, newestPageOf, readFilter } from '../../screens/inbox/filters/filters.ts';
import { queryClient } from '../query-client.ts';
import { languageOfSession } from '../session/own-language.ts';
import type { Session } from '../session/session-context.tsx';
import type { InboxAddress } from './inbox-address.ts';

/** How long a page waits for what is read ahead. After that it is rendered, and says itself that it loads. */
const WAIT_MS = 300;

/**
 * Reads into the cache what a page shows first, while its scripts load. With the answers there, the page is rendered
 * once instead of once for each answer. The page itself repeats a failed read, and shows its error.
 */
async function readAhead<N extends QueryName>(name: N, input: InputOf<N>): Promise<void> {
  const read = queryClient.prefetchQuery({
    queryKey: [name, input],
    queryFn: ({ signal }) => query(name, input, signal),
    retry: false,
  });
  await Promise.race([read, pause(WAIT_MS)]);
}

/** The session, which every page below the shell needs, and the strings of its language, so that the first paint is in it. */
export async function readSession(): Promise<void> {
  await readAhead('me', {});
  const session = queryClient.getQueryData<Session>(['me', {}]);
  const language = session ? languageOfSession(session) : null;
  if (language) await Promise.race([changeLanguage(language), pause(WAIT_MS)]);
}

/** The conversations that the inbox shows at an address; a saved view has to be loaded before. */
export async function readInbox({ view, ...place }: InboxAddress): Promise<void> {
  if (view === undefined) await readAhead('list-conversations', newestPageOf(filterOf(place) ?? readFilter()));
}
