import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { makeBotTenant } from '../../../support/bots/bots.ts';
import { uniqueDigits } from '../../../support/tenants/client.ts';
import type { GetSystem } from '../get-system.ts';

interface Call {
  raw: string;
  headers: IncomingHttpHeaders;
}

/** A tenant's own server, which answers every call of a tool. */
async function openToolServer() {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((raw) => {
      calls.push({ raw, headers: request.headers });
      response.setHeader('content-type', 'application/json').end('{"status":"shipped"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // safe: it listens on a port
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/orders`, calls, close: () => void server.close() };
}

const verify = (secret: string, { raw, headers }: Call): unknown =>
  // safe: the three headers in use are never repeated
  new Webhook(secret).verify(raw, headers as Record<string, string>);

/** A tenant's own tools, through the whole product. */
export function botToolSuite(getSystem: GetSystem): void {
  test('calls of a tool are verified by the secret that was shown, and after a rotation by the new one only', async ({
    onTestFinished,
  }) => {
    const system = getSystem();
    const tools = await openToolServer();
    onTestFinished(tools.close);
    const order = `order ${uniqueDigits('8')}`;
    const bot = await makeBotTenant(system, {
      tools: [
        {
          name: 'find_order',
          description: 'Finds an order by its number.',
          parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
          url: tools.url,
        },
      ],
    });
    await system.sandbox.ai.answer({
      contains: order,
      tool: { name: 'find_order', arguments: { order } },
      answer: 'It is {result}.',
    });
    const rotate = async (): Promise<string> => {
      const { status, body } = await bot.admin('POST', `/bots/${bot.botId}/rotate-tool-secret`);
      expect(status).toBe(200);
      return body.tool_secret;
    };
    const customer = uniqueDigits('16');
    const askAbout = async (): Promise<Call> => {
      const before = tools.calls.length;
      await bot.customerWrites(customer, { text: `Where is ${order}? ${before}` });
      const turns = await bot.ended(before + 1);
      const [call, ...more] = tools.calls.slice(before);
      expect(more).toEqual([]);
      if (!call) throw new Error(`The tool was not called: ${JSON.stringify([turns, await bot.textsTo(customer)])}`);
      return call;
    };
    const first = await rotate();
    const called = await askAbout();
    expect(verify(first, called)).toMatchObject({ tool: 'find_order', arguments: { order }, channel: 'wa' });
    const second = await rotate();
    const calledAgain = await askAbout();
    expect(verify(second, calledAgain)).toMatchObject({ tool: 'find_order' });
    expect(() => verify(first, calledAgain)).toThrow();
    expect((await bot.textsTo(customer)).at(-1)).toContain('shipped');
  });
}
