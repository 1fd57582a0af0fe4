import type { MakeReply, ReplyJob } from '@parley/bots/use-cases/make-reply';
import { afterEach, beforeEach } from 'vitest';
import { type BotFixture, openBotFixture } from './bot-fixture.ts';

/** The fixture of each test, with a model that answers `reply to` and the message's id unless the test overrides it. */
export interface ScriptedBot {
  readonly fixture: BotFixture;
  /** The requests to the model, oldest first. */
  readonly asked: readonly ReplyJob[];
  /** The model's behaviour. */
  reply: MakeReply;
  /** Runs `first` once, before the model's next reply. */
  firstThen(first: (wanted: ReplyJob) => Promise<void>): void;
  /** The model's replies that the provider accepted. */
  texts(): string[];
}

/** Gives every test of a file a fixture of its own. */
export function useScriptedBot(): ScriptedBot {
  let fixture: BotFixture | undefined;
  let asked: ReplyJob[] = [];
  const bot: ScriptedBot = {
    get fixture() {
      if (!fixture) throw new Error('The fixture is there only in a test.');
      return fixture;
    },
    get asked() {
      return asked;
    },
    async reply() {
      return { kind: 'wait', seconds: 1 };
    },
    firstThen(first) {
      const after = bot.reply;
      let isFirst = true;
      bot.reply = async (wanted) => {
        if (isFirst) {
          isFirst = false;
          await first(wanted);
        }
        return after(wanted);
      };
    },
    texts: () => bot.fixture.taken.map(({ text }) => text).filter((text) => text.startsWith('reply')),
  };
  beforeEach(async () => {
    asked = [];
    bot.reply = async ({ triggerMessageId }) => ({ kind: 'reply', texts: [`reply to ${triggerMessageId}`] });
    fixture = await openBotFixture((wanted) => {
      asked.push(wanted);
      return bot.reply(wanted);
    });
  });
  afterEach(() => fixture?.[Symbol.asyncDispose]());
  return bot;
}
