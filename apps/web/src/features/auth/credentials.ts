/** The schemas of these pages' forms, loaded with the first input: until then, a visitor has no use for them. */
export async function loadCredentials() {
  const [{ configureZodErrors }, credentials] = await Promise.all([
    import('@knockwire/domain/schema-errors/zod-errors'),
    import('@knockwire/domain/accounts/credentials'),
  ])
  configureZodErrors()
  return credentials
}
