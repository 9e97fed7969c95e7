interface ImportMetaEnv {
  readonly VITE_API_AUTHORIZATION?: string
}
