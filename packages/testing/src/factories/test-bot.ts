import type { Database } from '@parley/database/connection/connect-database';

/** Settings of a test bot. */
export interface TestBot {
  tenantId: number;
  enabled?: boolean;
  status?: 'active' | 'stopped';
  keyMode?: 'own' | 'platform';
  accounts?: number[];
  groups?: boolean;
  debounceSeconds?: number;
  maxWaitSeconds?: number;
  resumeAfterMinutes?: number | null;
  pauseOnApi?: boolean;
  handOverMessage?: string | null;
  /** Turns per conversation and hour. */
  turns?: number;
}

/** A bot that answers everything, unless the test says otherwise. Returns its number. */
export async function makeTestBot({ prisma }: Pick<Database, 'prisma'>, given: TestBot): Promise<number> {
  const { turns = 20, ...fields } = given;
  const now = new Date();
  const { id } = await prisma.bot.create({
    data: {
      name: 'Noor',
      enabled: true,
      keyMode: 'own',
      provider: 'openai',
      model: 'scripted',
      instructions: 'Be kind.',
      accounts: [],
      stopWords: [],
      trigger: { kind: 'all' },
      caps: { turns_per_conversation_hour: turns, tokens_per_day: null, cost_per_month: null },
      toolSecret: '',
      createdAt: now,
      updatedAt: now,
      ...fields,
    },
  });
  return id;
}
