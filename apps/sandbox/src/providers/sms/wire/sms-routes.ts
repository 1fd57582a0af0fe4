import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { SmsState, TakenSms } from '../state/sms-state.ts';

interface Deps {
  sms: SmsState;
  now: () => number;
}

const TwilioForm = z.object({ To: z.string(), From: z.string(), Body: z.string().min(1) });
const UnifonicForm = z.object({
  AppSid: z.string().min(1),
  SenderID: z.string().default(''),
  Recipient: z.string(),
  Body: z.string().min(1),
});
const E164 = /^\+[1-9]\d{6,14}$/;

const twilioError = (reply: FastifyReply, status: number, code: number, message: string): FastifyReply =>
  reply.code(status).send({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });

const unifonicError = (reply: FastifyReply, status: number, errorCode: string, message: string): FastifyReply =>
  reply.code(status).send({ success: false, message, errorCode, data: null });

/** Twilio's and Unifonic's calls that send one SMS, in their wire formats (docs/operations/sandbox.md). */
export function smsRoutes(app: FastifyInstance, { sms, now }: Deps): void {
  function accept(given: Pick<TakenSms, 'provider' | 'to' | 'from' | 'text'>): TakenSms {
    const id =
      given.provider === 'twilio' ? `SM${randomBytes(16).toString('hex')}` : String(1_000_000 + sms.taken.total());
    const taken = { ...given, id, number: sms.taken.total() + 1, at: new Date(now()).toISOString() };
    sms.taken.push(taken);
    return taken;
  }

  app.post('/2010-04-01/Accounts/:sid/Messages.json', async (request, reply) => {
    const { sid } = z.object({ sid: z.string() }).parse(request.params);
    const [user] = Buffer.from((request.headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':');
    if (user !== sid) return twilioError(reply, 401, 20_003, 'Authenticate');
    const behaviour = sms.behaviour.take();
    if (behaviour === 'busy') return twilioError(reply, 429, 20_429, 'Too Many Requests');
    if (behaviour === 'fail') return twilioError(reply, 503, 20_503, 'Service Unavailable');
    const form = TwilioForm.safeParse(request.body);
    if (behaviour === 'refuse' || !form.success || !E164.test(form.data.To))
      return twilioError(reply, 400, 21_211, "Invalid 'To' Phone Number");
    const { To: to, From: from, Body: text } = form.data;
    const { id } = accept({ provider: 'twilio', to, from, text });
    if (behaviour === 'silent') return reply.hijack();
    return reply
      .code(201)
      .send({ sid: id, account_sid: sid, to, from, body: text, status: 'queued', num_segments: '1' });
  });

  app.post('/rest/SMS/messages', async (request, reply) => {
    const behaviour = sms.behaviour.take();
    if (behaviour === 'busy') return unifonicError(reply, 429, 'ER-429', 'Too many requests');
    if (behaviour === 'fail') return unifonicError(reply, 500, 'ER-500', 'Internal error');
    const form = UnifonicForm.safeParse(request.body);
    if (!form.success) return unifonicError(reply, 401, 'ER-01', 'Authentication failed');
    const { Recipient: recipient, SenderID: from, Body: text } = form.data;
    if (behaviour === 'refuse' || !E164.test(`+${recipient}`))
      return unifonicError(reply, 200, 'ER-07', 'Invalid destination number');
    const { id } = accept({ provider: 'unifonic', to: `+${recipient}`, from, text });
    if (behaviour === 'silent') return reply.hijack();
    return reply.send({
      success: true,
      message: '',
      errorCode: 'ER-00',
      data: { MessageID: Number(id), Status: 'Queued', NumberOfUnits: 1, Recipient: recipient },
    });
  });
}
