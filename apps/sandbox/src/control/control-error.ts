/** A control call that is refused, with the status and code of its answer. */
export class ControlError extends Error {
  readonly statusCode: number;
  readonly code: string;

  constructor(statusCode: number, code: string, message = '') {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/** Refuses a call that names an account which does not exist. */
export function unknownAccount(): never {
  throw new ControlError(404, 'unknown_account');
}
