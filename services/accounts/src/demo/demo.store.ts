import type { Prisma } from '@parley/prisma/client';

type Client = Prisma.TransactionClient;

/** A workspace of a public demo, as long as any of it exists. */
export interface Demo {
  tenantId: number;
  slug: string;
  endsAt: Date;
}

const DEMO = { tenantId: true, slug: true, endsAt: true } as const;

/** The first to end first. */
export const findDemos = ({ demoWorkspace }: Client): Promise<Demo[]> =>
  demoWorkspace.findMany({ select: DEMO, orderBy: { endsAt: 'asc' } });

export async function insertDemo({ demoWorkspace }: Client, data: Demo): Promise<void> {
  await demoWorkspace.create({ data });
}

export async function deleteDemo({ demoWorkspace }: Client, tenantId: number): Promise<void> {
  await demoWorkspace.deleteMany({ where: { tenantId } });
}
