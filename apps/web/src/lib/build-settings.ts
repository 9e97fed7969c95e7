/** What is fixed when the page is built; see `.env.example`. */
export const buildSettings = {
  /**
   * Sent as the `Authorization` header of every call, where set [AP-03]. It is public with the page's code: for development
   * only (decision 16).
   */
  apiAuthorization: import.meta.env.VITE_API_AUTHORIZATION,
  supportEmail: import.meta.env.SUPPORT_EMAIL || 'support@knockwire.example',
}
