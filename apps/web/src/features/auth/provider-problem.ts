/** What the way back from a sign-in provider says in `problem` where it did not lead to an account. */
const messages: Record<string, string> = {
  'provider-failed': 'Signing in with single sign-on did not work. Please try again.',
  'provider-busy': 'Too many people on your network are signing in just now. Please try again later.',
  'provider-expired': 'That took too long, or was started in another browser. Please try again.',
  'provider-unconfirmed':
    'Your sign-in provider has not confirmed your email address, so it can’t be used here. Ask its administrator.',
  'provider-mismatch': 'That was not the identity that this account signs in with, so nothing was confirmed.',
}

export const providerProblem = (params: URLSearchParams): string | undefined => messages[params.get('problem') ?? '']
