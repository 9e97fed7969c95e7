export { SignOut as Component } from '../features/auth/sign-out.tsx'
