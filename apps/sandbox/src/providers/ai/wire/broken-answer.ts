import type { FastifyReply } from 'fastify';
import type { AiKey } from '../state/key-behaviours.ts';

const HUGE_BYTES = 10 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 0x20);

/** Sends spaces endlessly, as fast as they are read. */
function flood(reply: FastifyReply): void {
  const { raw } = reply.hijack();
  raw.writeHead(200, { 'content-type': 'application/json' });
  const pour = (): void => {
    while (!raw.destroyed && raw.write(CHUNK));
  };
  raw.on('drain', pour);
  raw.on('error', () => {});
  pour();
}

/** Sends broken answers, which the caller must abort. Null if the behaviour is not one of these. */
export function breakAnswer(reply: FastifyReply, { behaviour, location }: AiKey): FastifyReply | null {
  switch (behaviour) {
    case 'endless':
      flood(reply);
      return reply;
    case 'silent':
      return reply.hijack();
    case 'huge':
      return reply.type('application/json').send(Buffer.alloc(HUGE_BYTES, 0x20));
    case 'not_json':
      return reply.type('text/html').send('<html><h1>Welcome</h1></html>');
    case 'redirect':
      return reply
        .code(307)
        .header('location', location ?? 'http://169.254.169.254/latest/meta-data/')
        .send('');
    default:
      return null;
  }
}
