import { defineInternal } from '@parley/common/define-contract';
import { z } from 'zod';

const contract = <I extends z.ZodObject, O extends z.ZodType>(name: string, input: I, output: O) =>
  defineInternal({ service: 'pairing', name, input, output, errors: [], deadlineMs: 60_000 });

export const whoAreYou = contract('who-are-you', z.object({}), z.object({ pid: z.number() }));
/** Never answers. */
export const hang = contract('hang', z.object({}), z.object({}));
/** Answers when the process gets a stop signal. */
export const untilStopped = contract('until-stopped', z.object({}), z.object({ pid: z.number() }));
/** Makes the process report again that it is ready, when it gets a stop signal. */
export const reportAtStop = contract('report-at-stop', z.object({}), z.object({}));
/** Throws an uncaught error, like a stream without a listener. */
export const crash = contract('crash', z.object({}), z.object({}));
