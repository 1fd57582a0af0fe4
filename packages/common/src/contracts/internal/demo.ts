import { z } from 'zod';
import { defineInternal } from '../../define-contract.ts';
import { Instant, Slug } from '../../fields.ts';

/** More than PARLEY_DEMO_WORKSPACES allows. */
const WORKSPACES_MAX = 5000;

/** Opens a tenant as a workspace of a public demo, unless `most` exist (docs/operations/demo.md). */
export const openDemo = defineInternal({
  service: 'accounts',
  name: 'open-demo',
  input: z.object({
    slug: Slug,
    name: z.string().min(1).max(100),
    balance: z.string().max(20),
    endsAt: Instant,
    most: z.int().min(1),
  }),
  output: z.object({ tenantId: z.int() }),
  errors: ['demo_full', 'slug_taken'],
});

/** The workspaces of a demo that are not deleted yet, the first to end first. */
export const listDemos = defineInternal({
  service: 'accounts',
  name: 'list-demos',
  input: z.object({}),
  output: z.object({
    items: z.array(z.object({ tenantId: z.int(), slug: Slug, endsAt: Instant })).max(WORKSPACES_MAX),
  }),
  errors: [],
});

/** Forgets a workspace of a demo that was deleted with everything in it: its place is free. */
export const closeDemo = defineInternal({
  service: 'accounts',
  name: 'close-demo',
  input: z.object({ tenantId: z.int() }),
  output: z.object({}),
  errors: [],
});
