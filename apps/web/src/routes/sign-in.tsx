export { SignInForm as Component } from '../features/auth/sign-in-form.tsx'
