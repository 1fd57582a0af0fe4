import { readNextSource } from '@parley/bots/knowledge/read-next-source';
import { dropOldTurns } from '@parley/bots/turns/drop-old-turns';
import { renewTurnLeases } from '@parley/bots/turns/renew-turn-leases';
import { runDueTurns } from '@parley/bots/turns/run-due-turns';
import { interruptUsage } from '@parley/bots/usage/interrupt-usage';
import type { BusClient } from '@parley/bus/bus-client';
import { deleteAiKey, setAiKey } from '@parley/common/contracts/operator/ai-keys';
import { addKnowledge, deleteKnowledge, listKnowledge } from '@parley/common/contracts/operator/bot-knowledge';
import { updateBot } from '@parley/common/contracts/operator/bots';
import {
  listConversations,
  sendFromDashboard,
  updateConversation,
} from '@parley/common/contracts/operator/conversations';
import type { SeededRandom } from '@parley/testing/seeded-random';
import type { Writer, WriterFixture } from '../load/writer-fixture.ts';

const CONTEXT = { requestId: 'req_test' };
const PAGE = 20;

/** The writers of bots; `ask` makes customers write. */
export function makeBotWriters(
  { tenant: { slug }, bots }: WriterFixture,
  random: SeededRandom,
  ask: Writer,
): Record<string, Writer> {
  let counter = 0;
  const anyConversation = async (bus: BusClient): Promise<number | null> => {
    const listed = await bus.call(listConversations, { slug, limit: PAGE }, CONTEXT);
    // The linked device does not run, so nothing can be sent with it.
    const items = listed.items.filter(({ channel }) => channel !== 'wd');
    return items.length === 0 ? null : (items[random.below(items.length)]?.id ?? null);
  };
  const answer = async (bus: BusClient): Promise<void> => {
    const id = await anyConversation(bus);
    if (id === null) return;
    await bus.call(sendFromDashboard, { slug, id, message: `A person ${++counter}` }, CONTEXT);
  };
  const runTurns = async (bus: BusClient): Promise<void> => {
    const service = bots.of(bus);
    await runDueTurns(service);
    await renewTurnLeases(service);
    await service.runningTurns.idle();
  };
  return {
    dashboard: answer,
    askBot: async (bus) => {
      // A person answers in between; otherwise the loop guard stops so fast a partner.
      if (random.below(3) === 0) await answer(bus);
      const id = await anyConversation(bus);
      if (id !== null) await bus.call(updateConversation, { slug, id, bot: 'on' }, CONTEXT);
      await ask(bus);
      await runTurns(bus);
    },
    changeBot: (bus) =>
      bus.call(
        updateBot,
        { slug, id: bots.id, enabled: random.below(4) > 0, instructions: `Be kind ${++counter}.` },
        CONTEXT,
      ),
    changeAiKey: async (bus) => {
      if (random.below(4) === 0) await bus.call(deleteAiKey, { slug, provider: 'openai' }, CONTEXT);
      await bus.call(
        setAiKey,
        { slug, provider: 'openai', apiKey: `sk-of-writers-${++counter}`, baseUrl: bots.aiUrl },
        CONTEXT,
      );
    },
    knowledge: async (bus) => {
      const of = { slug, id: bots.id };
      const { items } = await bus.call(listKnowledge, { ...of, limit: PAGE }, CONTEXT);
      for (const { id: source } of items) await bus.call(deleteKnowledge, { ...of, source }, CONTEXT);
      await bus.call(
        addKnowledge,
        { ...of, kind: 'text', title: `Source ${++counter}`, text: 'We open at nine.' },
        CONTEXT,
      );
      await readNextSource(bots.of(bus));
    },
    tidyBots: async (bus) => {
      await interruptUsage(bots.of(bus));
      await dropOldTurns(bots.of(bus));
    },
  };
}
