/**
 * Why a command was rejected. Business code throws these without knowing HTTP;
 * the API's error handler alone maps a code to a status, and the web switches on codes.
 */
export const errorCodes = [
  'MALFORMED',
  'INVALID_FIELDS',
  'SIGNED_OUT',
  'WRONG_CREDENTIALS',
  'FOREIGN_ORIGIN',
  'WRONG_HOST',
  'OTHER_ACCOUNT',
  'FORBIDDEN',
  'CONFIRMATION_NEEDED',
  'ADDRESS_UNCONFIRMED',
  'ACCOUNT_SUSPENDED',
  'SIGN_UPS_CLOSED',
  'INVITATION_NEEDED',
  'SIGN_IN_METHOD_OFF',
  'NOT_FOUND',
  'GONE',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'OUT_OF_DATE',
  'PRECONDITION_FAILED',
  'PAYMENT_FAILED',
  'PLAN_LIMIT',
  'RATE_LIMITED',
  'TOO_LARGE',
  'UNSUPPORTED_TYPE',
  'NOT_SET_UP',
  'UNAVAILABLE',
  'INTERNAL',
] as const
