import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** The addresses that our requests may reach (docs/reference/webhook-delivery.md#egress-rules). */
export interface EgressPolicy {
  /** Whether a socket may be connected to this IP address. */
  allows(address: string): boolean;
  /** Whether an operator opened this address (PARLEY_EGRESS_ALLOW): plain http is accepted there too. Never link-local or metadata. */
  isOpened(address: string): boolean;
  /**
   * A public demo reaches nothing but these addresses of its own sandbox, by their beginning
   * (docs/operations/demo.md#egress); null: every deployment that is none.
   */
  closedTo: ClosedEgress | null;
}

/** The only addresses that a demo may reach. */
export interface ClosedEgress {
  /** Origin of the sandbox: a literal address. */
  origin: string;
  /** Beginnings of the paths, each with its last slash. */
  paths: readonly string[];
}

/** The reason why a request was not made: the URL or its address is not allowed. */
export type EgressReason =
  | 'not_a_url'
  | 'not_https'
  | 'has_credentials'
  | 'no_host'
  | 'does_not_resolve'
  | 'not_public'
  | 'demo_closed';

export class EgressError extends Error {
  readonly reason: EgressReason;
  constructor(reason: EgressReason, message: string) {
    super(message);
    this.name = 'EgressError';
    this.reason = reason;
  }
}

/**
 * Metadata addresses of cloud providers: no setting opens them. Azure's is a public address, the others are private.
 */
const NEVER: Range[] = [
  [ipaddr.IPv4.parse('169.254.0.0'), 16],
  [ipaddr.IPv4.parse('168.63.129.16'), 32],
  [ipaddr.IPv4.parse('100.100.100.200'), 32],
  [ipaddr.IPv4.parse('192.0.0.192'), 32],
  [ipaddr.IPv6.parse('fe80::'), 10],
  [ipaddr.IPv6.parse('fd00:ec2::254'), 128],
  [ipaddr.IPv6.parse('fd20:ce::254'), 128],
];
const GLOBAL_V6: Range = [ipaddr.IPv6.parse('2000::'), 3];

function parseRanges(configured: string | undefined): Range[] {
  return (configured ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      try {
        return ipaddr.parseCIDR(part);
      } catch {
        throw new Error(`PARLEY_EGRESS_ALLOW: ${part} is no CIDR range such as 10.0.0.0/8.`);
      }
    });
}

const contains = ([network, bits]: Range, address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  network.kind() === address.kind() && address.match([network, bits] as [ipaddr.IPv4, number]); // safe: kinds are equal

/** IPv4-mapped addresses are checked as their IPv4 address. */
const plain = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;

const isNever = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => NEVER.some((range) => contains(range, address));

/** A policy from the value of PARLEY_EGRESS_ALLOW. Throws on a bad range, naming it. */
export function makeEgressPolicy(allow: string | undefined): EgressPolicy {
  return { ...makeAddressPolicy(allow), closedTo: null };
}

/** The policy of a demo: the sandbox's address alone, whatever PARLEY_EGRESS_ALLOW opens. */
export function makeClosedPolicy(closedTo: ClosedEgress): EgressPolicy {
  const { hostname } = new URL(closedTo.origin);
  return { ...makeAddressPolicy(`${hostname}/32`), allows: (address) => address === hostname, closedTo };
}

/** The refusal of an address outside of a demo. */
export const closed = (): EgressError =>
  new EgressError('demo_closed', 'must be on the built-in receiver: nothing leaves this demo');

function makeAddressPolicy(allow: string | undefined): Omit<EgressPolicy, 'closedTo'> {
  const opened = parseRanges(allow);
  const isOpened = (text: string): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = plain(ipaddr.parse(text));
    return !isNever(address) && opened.some((range) => contains(range, address));
  };
  return {
    isOpened,
    allows(text) {
      if (!ipaddr.isValid(text)) return false;
      if (isOpened(text)) return true;
      const address = ipaddr.parse(text);
      if (isNever(address) || address.range() !== 'unicast') return false;
      return address instanceof ipaddr.IPv4 || contains(GLOBAL_V6, address);
    },
  };
}
