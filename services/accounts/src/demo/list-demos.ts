import { verb } from '@parley/bus/verb';
import { listDemos as contract } from '@parley/common/contracts/internal/demo';
import type { AccountsService } from '../service.ts';
import { findDemos } from './demo.store.ts';

export const listDemos = verb(contract, async ({ database: { prisma } }: AccountsService) => ({
  items: (await findDemos(prisma)).map((demo) => ({ ...demo, endsAt: demo.endsAt.toISOString() })),
}));
