import { z } from 'zod';
import type { ProviderAnswer } from '../../../../http/provider-answer.ts';
import type { PhoneNumber } from '../../state/business-account.ts';
import { badParameter, graphError } from '../graph-error.ts';

const Switch = z.enum(['ENABLED', 'DISABLED']);
const Time = z.string().regex(/^([01]\d|2[0-3])[0-5]\d$/);
const Day = z.enum(['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY']);
const Window = z
  .object({ day_of_week: Day, open_time: Time, close_time: Time })
  .refine(({ open_time, close_time }) => open_time < close_time);
const Hours = z.object({
  status: Switch,
  timezone_id: z.string().min(1),
  weekly_operating_hours: z.array(Window).refine((windows) => {
    const counts = new Map<string, number>();
    for (const { day_of_week: day } of windows) counts.set(day, (counts.get(day) ?? 0) + 1);
    return Math.max(0, ...counts.values()) <= 2;
  }),
  holiday_schedule: z
    .array(z.object({ date: z.iso.date(), start_time: Time, end_time: Time }))
    .max(20)
    .optional(),
});
const Change = z.object({
  calling: z.object({
    status: Switch.optional(),
    call_icon_visibility: z.enum(['DEFAULT', 'DISABLE_ALL']).optional(),
    callback_permission_status: Switch.optional(),
    call_hours: Hours.optional(),
  }),
});

/** The portfolio limits with which Meta allows no calls: they need 2,000 people a day. */
const TOO_LOW = ['TIER_50', 'TIER_250', 'TIER_1K'];

export function showCallSettings({ calling }: PhoneNumber): ProviderAnswer {
  return { status: 200, body: { calling: calling ?? { status: 'DISABLED' } } };
}

/** POST /{phone-number-id}/settings: given members change, `call_hours` is replaced as a whole. */
export function changeCallSettings(number: PhoneNumber, body: unknown): ProviderAnswer {
  const given = Change.safeParse(body);
  if (!given.success) return badParameter(`Param ${given.error.issues[0]?.path.join('.')} is not valid`);
  const { calling } = given.data;
  const isEnabled = calling.status === 'ENABLED' && number.calling?.status !== 'ENABLED';
  if (isEnabled && number.isOnBizApp)
    return graphError(138000, { details: 'Calling is not available to numbers of the WhatsApp Business app.' });
  if (isEnabled && TOO_LOW.includes(number.messagingLimitTier)) return graphError(138015);
  number.calling = { ...number.calling, ...calling };
  return { status: 200, body: { success: true } };
}
