import { z } from 'zod';
import type { ReadResult } from '../../sent/send-outcome.ts';
import type { GraphCaller } from '../graph-call.ts';

/** Weekdays in Meta's words, from Monday. */
const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'] as const;
const MAX_WINDOWS = 50;
const MAX_HOLIDAYS = 20;
const TEXT_MAX = 64;

const Switch = z.enum(['ENABLED', 'DISABLED']).nullable().catch(null).default(null);
const Time = z.string().regex(/^\d{4}$/);
const Window = z.object({ day_of_week: z.enum(DAYS), open_time: Time, close_time: Time });
const Holiday = z.object({ date: z.string().max(TEXT_MAX), start_time: Time, end_time: Time });
const Hours = z.looseObject({
  status: Switch,
  timezone_id: z.string().max(TEXT_MAX).nullish().catch(null),
  weekly_operating_hours: z.array(Window).max(MAX_WINDOWS).catch([]).default([]),
  holiday_schedule: z.array(Holiday).max(MAX_HOLIDAYS).catch([]).default([]),
});
const Settings = z.looseObject({
  calling: z
    .looseObject({
      status: Switch,
      call_icon_visibility: z.enum(['DEFAULT', 'DISABLE_ALL']).nullable().catch(null).default(null),
      callback_permission_status: Switch,
      call_hours: Hours.nullable().catch(null).default(null),
    })
    .nullish()
    .catch(null),
});
const Done = z.looseObject({ success: z.literal(true) });

/** A period of one weekday (1 Monday … 7 Sunday); times are `HHMM`. */
export interface CallWindow {
  day: number;
  open: string;
  close: string;
}

/** The hours in which people can call; Meta replaces them as a whole. */
export interface WaCallHours {
  isOn: boolean | null;
  timeZone: string | null;
  weekly: CallWindow[];
  /** Days with hours of their own, as Meta has them. */
  holidays: z.infer<typeof Holiday>[];
}

/** The calls that people make to a number; null: Meta does not say. */
export interface WaCallSettings {
  isOn: boolean | null;
  isIconShown: boolean | null;
  /** Whether Meta asks people for the permission to be called back. */
  asksPermission: boolean | null;
  hours: WaCallHours | null;
}

/** A change of the settings. Without hours Meta keeps those that it has. */
export interface NewCallSettings {
  isOn: boolean;
  isIconShown: boolean;
  asksPermission: boolean;
  hours: WaCallHours | null;
}

/** The calls about a number's settings of calls (docs/reference/wa.md#call-settings). */
export interface CallSettingsCalls {
  /** Null: it has none. */
  getCallSettings(phoneNumberId: string, token: string, limitMs?: number): Promise<ReadResult<WaCallSettings | null>>;
  setCallSettings(phoneNumberId: string, token: string, given: NewCallSettings): Promise<ReadResult<unknown>>;
}

const isOn = (state: z.infer<typeof Switch>): boolean | null => (state === null ? null : state === 'ENABLED');
const toSwitch = (on: boolean | null): 'ENABLED' | 'DISABLED' => (on ? 'ENABLED' : 'DISABLED');

const readHours = (given: z.infer<typeof Hours>): WaCallHours => ({
  isOn: isOn(given.status),
  timeZone: given.timezone_id ?? null,
  weekly: given.weekly_operating_hours.map(({ day_of_week: day, open_time: open, close_time: close }) => ({
    day: DAYS.indexOf(day) + 1,
    open,
    close,
  })),
  holidays: given.holiday_schedule,
});

const writeHours = ({ isOn: on, timeZone, weekly, holidays }: WaCallHours) => ({
  status: toSwitch(on),
  ...(timeZone === null ? {} : { timezone_id: timeZone }),
  weekly_operating_hours: weekly.map(({ day, open, close }) => ({
    day_of_week: DAYS[day - 1],
    open_time: open,
    close_time: close,
  })),
  // Left out, Meta would delete it.
  ...(holidays.length === 0 ? {} : { holiday_schedule: holidays }),
});

export function makeCallSettingsCalls({ read }: Pick<GraphCaller, 'read'>): CallSettingsCalls {
  const pathOf = (phoneNumberId: string): string => `${encodeURIComponent(phoneNumberId)}/settings`;
  return {
    async getCallSettings(phoneNumberId, token, timeoutMs) {
      const answer = await read(Settings, { method: 'GET', path: pathOf(phoneNumberId), token, timeoutMs });
      if (!answer.ok) return answer;
      const { calling } = answer.value;
      if (!calling) return { ok: true, value: null };
      const icon = calling.call_icon_visibility;
      return {
        ok: true,
        value: {
          isOn: isOn(calling.status),
          isIconShown: icon === null ? null : icon === 'DEFAULT',
          asksPermission: isOn(calling.callback_permission_status),
          hours: calling.call_hours && readHours(calling.call_hours),
        },
      };
    },
    setCallSettings: (phoneNumberId, token, { isOn: on, isIconShown, asksPermission, hours }) =>
      read(Done, {
        method: 'POST',
        path: pathOf(phoneNumberId),
        token,
        body: {
          calling: {
            status: toSwitch(on),
            call_icon_visibility: isIconShown ? 'DEFAULT' : 'DISABLE_ALL',
            callback_permission_status: toSwitch(asksPermission),
            ...(hours === null ? {} : { call_hours: writeHours(hours) }),
          },
        },
      }),
  };
}
