interface Place {
  pathname: string
  search: string
}

/** Sign-in that comes back to where the visitor was [SH-18]. */
export const signInPath = ({ pathname, search }: Place): string =>
  `/signin?returnUrl=${encodeURIComponent(pathname + search)}`
