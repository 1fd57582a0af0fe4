import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { IsIn } from '../addresses/address-network.ts';
import { visitorOf } from '../addresses/visitor-of.ts';
import { type MemberOperation, traitsOf } from './member-operation.ts';
import type { Cookies } from './move-into-cookies.ts';

interface Access extends Pick<Cookies, 'deviceCookie'> {
  isShared: IsIn;
}

const SECRET_BYTES = 32;

/** The browser's secret; a new one if it has none and may be about to sign in. */
function deviceSecretOf({ deviceCookie }: Access, request: FastifyRequest, { asked }: MemberOperation) {
  const kept = deviceCookie.read(request.headers.cookie);
  return kept ?? (traitsOf(asked).remembersDevice ? randomBytes(SECRET_BYTES).toString('base64url') : null);
}

/** The visitor as the service sees it; services know a device only by the hash of its secret. */
export function describeVisitor(access: Access, request: FastifyRequest, operation: MemberOperation) {
  const visitor = visitorOf(request, access.isShared);
  const deviceSecret = deviceSecretOf(access, request, operation);
  if (deviceSecret === null) return { visitor };
  const device = createHash('sha256').update(deviceSecret).digest('hex');
  return { visitor: { ...visitor, device }, deviceSecret };
}
