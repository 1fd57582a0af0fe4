import type { InboundItem } from '@parley/providers/received/inbound-item';
import { expect, test } from 'vitest';
import { openForTest } from '../../test/open-inbound.ts';
import { openService } from '../../test/open-service.ts';
import { BOT, BOT_TOKEN } from '../../test/seed-database.ts';
import { acknowledgeCallbacks } from './acknowledge-callbacks.steps.ts';

const pressed = (callbackQueryId: string): InboundItem => ({
  kind: 'ignored',
  reason: 'callback query without data',
  unanswered: { botId: BOT, callbackQueryId },
});

test('answers every button press, even when more arrive than calls may run at once', async () => {
  const inbound = await openForTest();
  const answered: string[] = [];
  let running = 0;
  let most = 0;
  let open = (): void => {};
  /** The first calls end once as many run as may. */
  const full = new Promise<void>((resolve) => {
    open = resolve;
  });
  const service = openService(inbound, {
    telegram: {
      async answerCallbackQuery(token, id) {
        expect(token).toBe(BOT_TOKEN);
        most = Math.max(most, ++running);
        if (running === 64) open();
        await full;
        running--;
        answered.push(id);
        return { ok: true, result: true };
      },
    },
  });
  const ids = Array.from({ length: 500 }, (_, index) => String(index));
  for (const id of ids) acknowledgeCallbacks(service, [pressed(id)]);
  await service.acknowledgements.idle();
  expect(answered.sort()).toEqual(ids.sort());
  expect(most).toBe(64);
});
