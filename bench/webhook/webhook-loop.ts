import { createHmac } from 'node:crypto';
import { Agent, request } from 'undici';

// The upper limit: an HMAC and a POST for each, with nothing stored. COUNT requests to URL, CONCURRENCY at once.
const { RECEIVER_URL: url = '', BODY: body = '', SECRET: secret = '', COUNT, CONCURRENCY } = process.env;
const dispatcher = new Agent({ connections: Number(CONCURRENCY) });
let left = Number(COUNT);
await Promise.all(
  Array.from({ length: Number(CONCURRENCY) }, async () => {
    while (left-- > 0) {
      const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      const headers = { 'content-type': 'application/json', 'x-service-signature': signature };
      const answer = await request(url, { method: 'POST', headers, body, dispatcher });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}.`);
    }
  }),
);
await dispatcher.close();
// Stays alive until its parent has read its CPU time and ends it.
const stay = setInterval(() => {}, 1000);
process.once('SIGTERM', () => clearInterval(stay));
