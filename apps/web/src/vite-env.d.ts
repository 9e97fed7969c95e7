interface ImportMetaEnv {
  readonly VITE_API_AUTHORIZATION?: string
  readonly VITE_SUPPORT_EMAIL?: string
}
