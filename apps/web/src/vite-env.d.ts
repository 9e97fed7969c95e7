interface ImportMetaEnv {
  readonly VITE_API_AUTHORIZATION?: string
  readonly SUPPORT_EMAIL?: string
}
