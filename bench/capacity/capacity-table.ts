import { type Cost, totalOf } from '../measure/cost.ts';

/** One kind of work at one load. */
export interface Carried {
  perSecond: number;
  /** CPU per operation, in milliseconds. */
  cost: Cost;
}

/** The figures of one kind of work. */
export interface Work {
  name: string;
  /** At the highest rate of the machine. */
  saturated: Carried;
  /** At half of that rate. */
  half: Carried;
  /** Growth of the database per operation, with indexes. */
  bytes: number;
}

/** The measured costs that a size is computed from. */
export interface Costs {
  send: Work;
  inbound: Work;
  /** Memory of one process of Parley after the load, and of PostgreSQL. */
  memoryMb: { own: number; postgres: number };
}

/** An operator's expected load. */
export interface Wanted {
  messagesPerDay: number;
  /** Share of messages that go out; the others come in. */
  sentShare: number;
  daysKept: number;
}

/** The size of an installation. */
export interface Size {
  /** Messages per second in the busiest hour. */
  peakPerSecond: number;
  parleyCores: number;
  postgresCores: number;
  /** Processes on the path of messages: one uses at most a core. */
  processes: number;
  memoryMb: number;
  diskGb: number;
}

/** Share of a day's messages in its busiest hour. */
const BUSIEST_HOUR = 1 / 8;
/** Share of the processors that work in the busiest hour; the rest is for bursts and background work. */
const BUSY_SHARE = 0.5;
/** Platforms report delivery and reading of a sent message; each report is computed as an inbound message: an upper bound. */
const REPORTS_PER_SEND = 2;
const SECONDS_PER_HOUR = 3600;
const BYTES_PER_GB = 1e9;

/** The larger of the two CPU times: an operation costs more when batches are small. */
const dearest = ({ saturated, half }: Work): Cost =>
  totalOf(saturated.cost) > totalOf(half.cost) ? saturated.cost : half.cost;

/** Operations per second of one core that does nothing else. */
export const perCore = (work: Work): number => 1000 / totalOf(dearest(work));

/** Computes the size of an installation from measured costs. */
export function sizeFor({ send, inbound, memoryMb }: Costs, { messagesPerDay, sentShare, daysKept }: Wanted): Size {
  const perMessage = (figure: (of: Work) => number): number =>
    sentShare * figure(send) + (1 - sentShare + sentShare * REPORTS_PER_SEND) * figure(inbound);
  const peakPerSecond = (messagesPerDay * BUSIEST_HOUR) / SECONDS_PER_HOUR;
  const cores = (part: (of: Cost) => number): number =>
    (peakPerSecond * perMessage((work) => part(dearest(work)))) / 1000 / BUSY_SHARE;
  const parleyCores = cores(({ own, bus }) => own + bus);
  const processes = Math.max(1, Math.ceil(parleyCores));
  return {
    peakPerSecond,
    parleyCores,
    postgresCores: cores(({ postgres }) => postgres),
    processes,
    memoryMb: processes * memoryMb.own + memoryMb.postgres,
    diskGb: (messagesPerDay * daysKept * perMessage(({ bytes }) => bytes)) / BYTES_PER_GB,
  };
}

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const ms = (value: number): string => value.toFixed(2);

/** The measured table, in Markdown. */
export function workTable(all: readonly Work[]): string {
  const cells = ({ perSecond, cost }: Carried): string[] => [
    perSecond.toFixed(0),
    `${ms(cost.own + cost.bus)} + ${ms(cost.postgres)}`,
  ];
  return [
    row('work', 'a second at saturation', 'CPU ms each', 'at half', 'CPU ms each', 'a second and core', 'bytes each'),
    row(...Array.from({ length: 7 }, () => '---')),
    ...all.map((work) =>
      row(
        work.name,
        ...cells(work.saturated),
        ...cells(work.half),
        perCore(work).toFixed(0),
        (Math.round(work.bytes / 10) * 10).toString(),
      ),
    ),
  ].join('\n');
}

/** Sizes for numbers of messages a day, in Markdown. */
export function sizeTable(costs: Costs, all: readonly Wanted[]): string {
  return [
    row('messages a day', 'a second at peak', 'cores: Parley + PostgreSQL', 'processes', 'memory, MB', 'disk, GB'),
    row(...Array.from({ length: 6 }, () => '---')),
    ...all.map((wanted) => {
      const size = sizeFor(costs, wanted);
      return row(
        wanted.messagesPerDay.toLocaleString('en-GB'),
        size.peakPerSecond.toFixed(1),
        `${size.parleyCores.toFixed(2)} + ${size.postgresCores.toFixed(2)}`,
        String(size.processes),
        size.memoryMb.toFixed(0),
        size.diskGb.toFixed(1),
      );
    }),
  ].join('\n');
}
