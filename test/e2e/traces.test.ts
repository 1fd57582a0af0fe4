import { pollUntil } from '@parley/testing/poll-until';
import {
  type OtlpReceiver,
  type ReceivedMetric,
  type ReceivedSpan,
  startOtlpReceiver,
} from '@parley/testing/servers/otlp-receiver';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { privateStrings } from '../support/requests/private-strings.ts';
import { type Form, type System, startSystem } from '../support/system/system.ts';
import { makeTenant, type TestTenant, uniqueDigits } from '../support/tenants/client.ts';
import { webhookOf } from '../support/webhooks/expectations.ts';

const CALLERS_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLERS_SPAN = '00f067aa0ba902b7';
/** Metrics in the text of /metrics: name and type of each metric that has a value. */
const metricsOf = (text: string): string[] =>
  text.split('\n\n').flatMap((block) => {
    const [, metric] = /^# TYPE (\S+ \S+)$/m.exec(block) ?? [];
    return metric !== undefined && /^[^#].* [-+\d.e]+$/m.test(block) ? [metric] : [];
  });
const typeOf = ({ sum, gauge }: ReceivedMetric): string => (sum ? 'counter' : gauge ? 'gauge' : 'histogram');

const PARAMETERS = /\$\d|SELECT|INSERT|UPDATE/;

describe.each<Form>(['one-machine', 'cluster'])('traces of the %s form', (form) => {
  let receiver: OtlpReceiver;
  let system: System;
  let tenant: TestTenant;
  const bot = { id: uniqueDigits('7'), token: '' };

  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    system = await startSystem(form, {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20for-the-collector',
      OTEL_TRACES_SAMPLER_ARG: '1',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    });
    tenant = await makeTenant(system, { channels: ['wa', 'tg'] });
    bot.token = `${bot.id}:${uniqueDigits('AAH').padEnd(35, 'x')}`;
    await system.sandbox.telegram.putBot({ token: bot.token, username: `bot_${bot.id}` });
    expect((await tenant.post('connect-telegram', { bot_token: bot.token })).status).toBe(200);
  }, 120_000);
  afterAll(async () => {
    await system?.stop();
    await receiver?.[Symbol.asyncDispose]();
  }, 60_000);

  const until = (what: string, find: () => ReceivedSpan | undefined): Promise<ReceivedSpan> =>
    pollUntil(async () => find() ?? null, {
      what: () => `${what} among ${receiver.spans.map(({ name }) => name).join(', ')}; ${receiver.problems.join()}`,
    });
  const named = (name: string, traceId: string) =>
    receiver.spans.find((span) => span.name === name && span.traceId === traceId);
  const parentOf = ({ parentSpanId }: ReceivedSpan): ReceivedSpan | undefined =>
    receiver.spans.find(({ spanId }) => spanId === parentSpanId);
  /** The names from a span up to the first one of its trace. */
  const pathOf = (span: ReceivedSpan | undefined): string[] => (span ? [...pathOf(parentOf(span)), span.name] : []);

  test('a send is one trace of its caller, from the request to the provider and to the statements; its webhook links to it', async () => {
    const message = 'a text that no collector may see';
    const traceparent = `00-${CALLERS_TRACE}-${CALLERS_SPAN}-01`;
    const to = uniqueDigits('9');
    // Telegram reports no receipts: on wa a receipt that comes before the send is settled writes the event.
    await system.sandbox.channel('tg').customerWrites(to, { account: bot.id, text: 'a question for no collector' });
    const { status } = await tenant.post('send', { channel: 'tg', to, message }, { traceparent });
    expect(status).toBe(200);
    const webhook = await webhookOf(tenant, 'message.sent', ({ text }) => text === message);

    const first = await until('the request', () => named('send', CALLERS_TRACE));
    expect(first).toMatchObject({
      parentSpanId: CALLERS_SPAN,
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 200,
        'parley.instance_id': tenant.instanceId,
      },
    });
    const call = await until('the call of the provider', () => named('HTTP POST', CALLERS_TRACE));
    await until('its channel', () => named('provider tg', CALLERS_TRACE));
    await until('the service', () => named('send.send', CALLERS_TRACE));
    await until('the call of the service', () => named('call send.send', CALLERS_TRACE));
    expect(pathOf(call)).toEqual(['send', 'call send.send', 'send.send', 'provider tg', 'HTTP POST']);
    expect(call.attributes['http.response.status_code']).toBe(200);
    const settled = await until('the statement', () => named('send.settle-plain', CALLERS_TRACE));
    await until('its batch', () => named('batch', CALLERS_TRACE));
    expect(pathOf(settled).slice(0, 3)).toEqual(['send', 'call send.send', 'send.send']);
    expect(settled.attributes).toEqual({ 'db.system.name': 'postgresql' });

    const attempt = await until('the attempt', () =>
      receiver.spans.find(({ attributes }) => attributes['parley.event_id'] === webhook.body.id),
    );
    expect(attempt.links).toMatchObject([{ traceId: CALLERS_TRACE }]);
    expect(attempt.traceId).not.toBe(CALLERS_TRACE);
    expect(webhook.headers.traceparent).toBe(`00-${attempt.traceId}-${attempt.spanId}-01`);
  });

  test('a customer’s message is traced from the provider’s request to the webhook', async () => {
    await tenant.customerWrites(uniqueDigits('16'), { text: 'another question that no collector may see' });
    const webhook = await webhookOf(tenant, 'message.received', ({ text }) => text.startsWith('another question'));
    const attempt = await until('the attempt', () =>
      receiver.spans.find(({ attributes }) => attributes['parley.event_id'] === webhook.body.id),
    );
    const [link] = attempt.links;
    const received = await until('the request', () => named('hooks/meta', link?.traceId ?? ''));
    expect(received.parentSpanId ?? '').toBe('');
    const written = await until('the statement', () => named('inbound.write-messages', link?.traceId ?? ''));
    await until('its service', () => named('inbound.receive-callback', link?.traceId ?? ''));
    expect(pathOf(written)[0]).toBe('hooks/meta');
    expect(pathOf(written).at(-2)).toBe('transaction');
  });

  test('no span contains a text, a number, a token or a key, nor an event, a statement’s text or an error’s message', async () => {
    await tenant.post('send', { channel: 'wa', to: 'not a number of anybody', message: 'a refused text of ours' });
    await tenant.get(`me&x=${bot.token}`);
    await until('the connection', () => receiver.spans.find(({ name }) => name === 'connect-telegram'));

    const strings = [...privateStrings(), bot.token];
    expect(strings.length).toBeGreaterThan(5);
    // Times and counts are digits that a number of a person may be part of.
    const all = receiver.bodies
      .join('\n')
      .replaceAll(/"(?:(?:start|end)?timeUnixNano":"\d+"|(?:asDouble|sum)":[-\d.e+]+)/gi, '');
    expect(strings.filter((text) => all.includes(text))).toEqual([]);
    expect(receiver.spans.filter(({ name }) => PARAMETERS.test(name))).toEqual([]);
    expect(receiver.spans.flatMap(({ events }) => events)).toEqual([]);
    expect(receiver.spans.flatMap(({ status }) => status.message ?? [])).toEqual([]);
    expect(receiver.problems).toEqual([]);
    expect(receiver.headers[0]?.authorization).toBe('Bearer for-the-collector');
  });

  test('every process sends the metrics that /metrics shows, with the same counter values', async () => {
    const sender = (name: string): string => name.replace(/-\d+$/, '');
    const processes = (await system.processes('')).map(({ name }) => sender(name)).filter((name) => name !== 'sandbox');
    const text = await (await fetch(`${system.origin}/metrics`)).text();
    const [, answered = ''] = /^parley_http_requests_total\{operation="send",status="200"\} (\d+)$/m.exec(text) ?? [];
    expect(Number(answered)).toBeGreaterThan(0);
    expect(metricsOf(text).length).toBeGreaterThan(20);

    let missing: string[] = [];
    await pollUntil(
      () => {
        const received = new Set(receiver.metrics.map((metric) => `${metric.name} ${typeOf(metric)}`));
        const senders = new Set(receiver.metrics.map(({ service }) => service));
        missing = [
          ...metricsOf(text).filter((metric) => !received.has(metric)),
          ...processes.filter((name) => !senders.has(name)),
        ];
        return missing.length === 0 || null;
      },
      { what: () => `${missing.join(', ')} among the metrics; ${receiver.problems.join()}` },
    );
    const counted = (): number =>
      Math.max(
        ...receiver.metrics
          .filter(({ name }) => name === 'parley_http_requests_total')
          .flatMap(({ sum }) => sum?.dataPoints ?? [])
          .filter(({ attributes: { operation, status } }) => operation === 'send' && status === '200')
          .map(({ asDouble }) => asDouble),
      );
    await pollUntil(() => counted() >= Number(answered) || null, { what: () => `${answered} sends, not ${counted()}` });
    expect(receiver.metrics.filter(({ sum }) => sum?.isMonotonic === false)).toEqual([]);
    expect(receiver.problems).toEqual([]);
  });

  test('sends are answered while the collector answers nothing', async () => {
    receiver.answerWith('silent');
    const to = uniqueDigits('16');
    await tenant.customerWrites(to, { text: 'asked while the collector is away' });
    for (let n = 0; n < 30; n++) {
      const { status } = await tenant.post('send', { channel: 'wa', to, message: `sent without a collector ${n}` });
      expect(status).toBe(200);
    }
    receiver.answerWith('accept');
  });
});
