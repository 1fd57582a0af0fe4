import { z } from 'zod';
import { areDistinct, Clock, TimeZone } from '../fields.ts';

const Hours = z
  .object({
    days: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .refine(areDistinct, 'must not name a day twice')
      .describe('1 Monday … 7 Sunday'),
    from: Clock,
    to: Clock.describe('Before `from`: on the next day'),
  })
  .refine(({ from, to }) => from !== to, 'must not end when they begin');

/** Hours that return every week, in a time zone. */
export const WeeklyHours = z.object({ time_zone: TimeZone, hours: z.array(Hours).min(1).max(50) });
export type WeeklyHours = z.infer<typeof WeeklyHours>;
