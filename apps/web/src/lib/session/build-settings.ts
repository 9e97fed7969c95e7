/** What is fixed when the page is built; see `.env.example`. */
export const buildSettings = {
  /**
   * Sent as the `Authorization` header of every call, where set [AP-03]. It is public with the page's code: for development
   * only (decision 16).
   */
  apiAuthorization: import.meta.env.VITE_API_AUTHORIZATION,
}

/**
 * Whether a name is that of the build that the page is of, which its document has. Where the page was not built, as in
 * development, nothing is of its build.
 */
export const isThisBuild = (name: string | null): boolean =>
  name !== null && name === document.querySelector<HTMLMetaElement>('meta[name="knockwire-build"]')?.content
