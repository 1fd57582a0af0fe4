/** The reason why a connection to the network ended, in the terms of docs/reference/wd.md#close-codes. */
export type CloseReason =
  /** 515: the network wants a new connection at once; normal after pairing. */
  | 'restart_required'
  /** 408, 428, a broken socket, no answer in time. */
  | 'connection_lost'
  /** 408 before a phone linked: all QR codes have expired. */
  | 'pairing_ended'
  /** 440: another process uses the same credentials. */
  | 'replaced'
  /** 401: the phone removed the device, or the login was refused. */
  | 'logged_out'
  /** 403. */
  | 'banned'
  /** 411: the account no longer knows linked devices in this form. */
  | 'multidevice_mismatch'
  /** 500. */
  | 'bad_session'
  /** 503, or the proxy of the device fails. */
  | 'network_unavailable'
  /** 405: the network no longer supports this version of the client. */
  | 'client_too_old'
  /** It cannot prove that it is the network: a forged certificate or account signature. */
  | 'untrusted_network'
  /** The phone asks for a passkey, which this client cannot provide. */
  | 'passkey_required';

/** The part that failed, where the reason alone is ambiguous: the proxy of the device opened no connection. */
export const CLOSE_DETAILS = ['proxy'] as const;
export type CloseDetail = (typeof CLOSE_DETAILS)[number];

/** Messages of the client and the adapter about invalid signatures of the network. */
const UNTRUSTED = /noise (leaf |intermediate )?certificate|certification match|account signature/i;

/**
 * An error below the protocol of the network, such as a proxy's answer in another protocol. The client gives most of them the code
 * of a bad session, five of which would wipe the keys of a device.
 */
const BELOW = /^WebSocket Error \(/;
const CERTIFICATE = /certificate/i;

const BY_CODE: Readonly<Record<number, CloseReason>> = {
  401: 'logged_out',
  403: 'banned',
  405: 'client_too_old',
  411: 'multidevice_mismatch',
  440: 'replaced',
  500: 'bad_session',
  503: 'network_unavailable',
  515: 'restart_required',
};

/** The reason for a status code of the client; an unknown code is treated as a lost connection. */
export function closeReasonOf(code: number | null, message: string, isPaired: boolean): CloseReason {
  if (/passkey/i.test(message)) return 'passkey_required';
  if (UNTRUSTED.test(message)) return 'untrusted_network';
  if (BELOW.test(message)) return CERTIFICATE.test(message) ? 'untrusted_network' : 'connection_lost';
  if (code === 408 && !isPaired && /QR/.test(message)) return 'pairing_ended';
  return (code === null ? undefined : BY_CODE[code]) ?? 'connection_lost';
}
