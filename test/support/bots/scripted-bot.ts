import { afterEach, beforeEach } from 'vitest';
import { type AskedModel, type BotFixture, openBotFixture, type ScriptedModel } from './bot-fixture.ts';

/** The fixture of each test, with a model that answers `reply to` and the message unless the test overrides it. */
export interface ScriptedBot {
  readonly fixture: BotFixture;
  /** The requests to the model, oldest first. */
  readonly asked: readonly AskedModel[];
  /** The model's behaviour. */
  reply: ScriptedModel;
  /** Runs `first` once, before the model's next reply. */
  firstThen(first: (request: AskedModel) => Promise<void>): void;
  /** The model's replies that the provider accepted. */
  texts(): string[];
}

/** Gives every test of a file a separate fixture. */
export function useScriptedBot(): ScriptedBot {
  let fixture: BotFixture | undefined;
  let asked: AskedModel[] = [];
  const bot: ScriptedBot = {
    get fixture() {
      if (!fixture) throw new Error('The fixture is there only in a test.');
      return fixture;
    },
    get asked() {
      return asked;
    },
    async reply() {
      return { text: '' };
    },
    firstThen(first) {
      const after = bot.reply;
      let isFirst = true;
      bot.reply = async (request) => {
        if (isFirst) {
          isFirst = false;
          await first(request);
        }
        return after(request);
      };
    },
    texts: () => bot.fixture.taken.map(({ text }) => text).filter((text) => text.startsWith('reply')),
  };
  beforeEach(async () => {
    asked = [];
    bot.reply = async ({ text }) => ({ text: `reply to ${text}` });
    fixture = await openBotFixture((request) => {
      asked.push(request);
      return bot.reply(request);
    });
  });
  afterEach(() => fixture?.[Symbol.asyncDispose]());
  return bot;
}
