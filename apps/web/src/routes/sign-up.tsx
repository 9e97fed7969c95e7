export { SignUpForm as Component } from '../features/auth/sign-up-form.tsx'
