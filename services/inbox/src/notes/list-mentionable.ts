import { verb } from '@parley/bus/verb';
import { memberOf, tenantIdOf } from '@parley/common/call-context';
import { listMentionable as contract } from '@parley/common/contracts/console/notes';
import { wordsOf } from '@parley/common/text/words-of';
import type { InboxService } from '../service.ts';
import { pickColleagues } from './note.rules.ts';
import { findColleaguesAfter } from './note.store.ts';

/** A workspace has at most 10,000 members; names are compared in this process, in pages that let other calls run. */
const PAGE = 2000;

/** Members who can be mentioned, oldest first. */
export const listMentionable = verb(contract, async ({ database }: InboxService, { q, limit }, context) => {
  const tenantId = tenantIdOf(context);
  const wanted = { sought: wordsOf(q ?? ''), reader: memberOf(context).memberId };
  const items: { id: string; name: string }[] = [];
  for (let id = 0; items.length < limit; ) {
    const page = await findColleaguesAfter(database, tenantId, { id, count: PAGE });
    items.push(...pickColleagues(page, wanted).map(({ memberId, name }) => ({ id: memberId, name })));
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    id = last.id;
  }
  return { items: items.slice(0, limit) };
});
