import { createSocket } from 'node:dgram';
import { type Answer, decode, encode, RECURSION_AVAILABLE, RECURSION_DESIRED } from 'dns-packet';

/** A name server's answer for a name: its addresses, an error, or no answer. */
export type NameAnswer =
  | { addresses: string[]; ttl?: number; alias?: string }
  | 'nxdomain'
  | 'servfail'
  | 'refused'
  | 'silent';

/** A name server on loopback with configurable answers. Names without a configured answer do not exist. */
export interface DnsServer extends AsyncDisposable {
  /** In the form of PARLEY_DNS_SERVERS. */
  address: string;
  answer(name: string, answer: NameAnswer): void;
  /** How often a name was looked up. */
  asked(name: string): number;
}

const CODES = { nxdomain: 3, servfail: 2, refused: 5 } as const;

function recordsOf(name: string, type: string, { addresses, ttl = 60, alias }: Exclude<NameAnswer, string>): Answer[] {
  const owner = alias ?? name;
  const records = addresses
    .filter((address) => (address.includes(':') ? 'AAAA' : 'A') === type)
    .map((data): Answer => ({ type: type === 'A' ? 'A' : 'AAAA', name: owner, ttl, data }));
  return alias === undefined ? records : [{ type: 'CNAME', name, ttl, data: alias }, ...records];
}

/** Opens it on a free port. */
export async function openDnsServer(): Promise<DnsServer> {
  const answers = new Map<string, NameAnswer>();
  const counts = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question) return;
    const name = question.name.toLowerCase();
    // A and AAAA are queried together: counted as one look-up.
    if (question.type !== 'AAAA') counts.set(name, (counts.get(name) ?? 0) + 1);
    const answer = answers.get(name) ?? (name === '.' ? { addresses: [] } : 'nxdomain');
    if (answer === 'silent') return;
    const flags = RECURSION_DESIRED | RECURSION_AVAILABLE | (typeof answer === 'string' ? CODES[answer] : 0);
    const records = typeof answer === 'string' ? [] : recordsOf(question.name, question.type, answer);
    socket.send(encode({ type: 'response', id, flags, questions, answers: records }), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    answer: (name, answer) => void answers.set(name, answer),
    asked: (name) => counts.get(name) ?? 0,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => socket.close(resolve));
    },
  };
}
