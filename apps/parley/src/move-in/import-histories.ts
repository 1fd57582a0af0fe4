import { setTimeout as pause } from 'node:timers/promises';
import { importMoveInHistory, listMoveIns, MoveInView } from '@parley/common/contracts/operator/move-in';
import { writeHistory } from '@parley/pairing/move-in/write-history.client';
import { loadBaileys } from '@parley/pairing/network/load-baileys.client';
import type { OperatorClient } from '../command-line/operator-client.ts';
import { ask, askAll, patient } from './ask-operator.ts';
import type { KeptHistory } from './kept-history.ts';

export interface ImportedHistory {
  name: string;
  account_id: number | null;
  /** Messages that the source has in the given days. */
  found: number;
  /** Messages that this run has stored; the others were stored before. */
  stored: number;
  /** Messages that cannot be read or stored. */
  refused: number;
  /** The reason why it is not complete; null when it is. */
  stopped: string | null;
}

/**
 * Imports the histories of devices that have moved in, newest messages first. A run that was killed is repeated: what is
 * stored already is skipped. After each call it pauses for as long as the call took, to leave room for live messages.
 */
export async function importHistories(
  { client, slug }: { client: OperatorClient; slug: string },
  histories: AsyncIterable<KeptHistory>,
): Promise<ImportedHistory[]> {
  const lib = await loadBaileys();
  const calls = patient(client);
  const moved = await askAll(calls, listMoveIns, { slug }, MoveInView);
  const imported: ImportedHistory[] = [];

  async function importOne(done: ImportedHistory, { messages, names }: KeptHistory): Promise<void> {
    const chunks = writeHistory(lib, messages, names, () => done.refused++);
    for (const { history } of chunks) {
      const begunAt = performance.now();
      const input = { slug, account_id: done.account_id, history };
      const answer = await ask(calls, importMoveInHistory, input, importMoveInHistory.output);
      done.stored += answer.stored;
      done.refused += answer.refused;
      if (answer.is_full) return;
      await pause(performance.now() - begunAt);
    }
  }

  for await (const history of histories) {
    const { name, device, messages, unread } = history;
    const found = moved.find((one) => one.device === device && one.state === 'moved');
    const done: ImportedHistory = {
      name,
      account_id: found?.account_id ?? null,
      found: messages.length,
      stored: 0,
      refused: unread,
      stopped: found ? null : 'It has not moved: copy and start it first.',
    };
    imported.push(done);
    if (!found) continue;
    await importOne(done, history).catch((error: unknown) => {
      done.stopped = error instanceof Error ? error.message : String(error);
    });
  }
  return imported;
}
