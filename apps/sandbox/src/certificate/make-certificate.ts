import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

const DAY_MS = 86_400_000;
const OID = {
  commonName: '550403',
  ecdsaWithSha256: '2a8648ce3d040302',
  basicConstraints: '551d13',
  subjectAltName: '551d11',
};

/** A certificate of an authority created for this process, and the authority's own: both PEM. */
export interface ServerCertificate {
  key: string;
  cert: string;
  ca: string;
}

/** Creates an authority and a certificate for these hosts (names or addresses), both valid for ten years. */
export function makeCertificate(hosts: string[], nowMs: number): ServerCertificate {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { name: 'Parley sandbox authority', key: authority.privateKey };
  const ca = signCertificate({
    issuer,
    name: issuer.name,
    publicKey: authority.publicKey,
    nowMs,
    extensions: [isAuthority()],
  });
  const names = subjectNames(hosts);
  const cert = signCertificate({
    issuer,
    name: 'Parley sandbox media',
    publicKey: server.publicKey,
    nowMs,
    extensions: [names],
  });
  return { key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert, ca };
}

interface Given {
  issuer: { name: string; key: KeyObject };
  name: string;
  publicKey: KeyObject;
  nowMs: number;
  extensions: Buffer[];
}

function signCertificate({ issuer, name, publicKey, nowMs, extensions }: Given): string {
  const algorithm = sequence(oid(OID.ecdsaWithSha256));
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(15)]);
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    algorithm,
    distinguishedName(issuer.name),
    sequence(time(nowMs - DAY_MS), time(nowMs + 3650 * DAY_MS)),
    distinguishedName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer.key);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.from([0]), signature));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function isAuthority(): Buffer {
  const critical = tagged(0x01, Buffer.from([0xff]));
  return sequence(oid(OID.basicConstraints), critical, tagged(0x04, sequence(tagged(0x01, Buffer.from([0xff])))));
}

function subjectNames(hosts: string[]): Buffer {
  const names = hosts.map((host) => {
    if (isIP(host) === 4) return tagged(0x87, Buffer.from(host.split('.').map(Number)));
    return tagged(0x82, Buffer.from(host));
  });
  return sequence(oid(OID.subjectAltName), tagged(0x04, sequence(...names)));
}

function distinguishedName(name: string): Buffer {
  return sequence(tagged(0x31, sequence(oid(OID.commonName), tagged(0x0c, Buffer.from(name)))));
}

function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(digits));
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

function integer(bytes: Buffer): Buffer {
  return tagged(0x02, bytes);
}

function sequence(...members: Buffer[]): Buffer {
  return tagged(0x30, ...members);
}

/** DER: tag, length, content. */
function tagged(tag: number, ...members: Buffer[]): Buffer {
  const content = Buffer.concat(members);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
