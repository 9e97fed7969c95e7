export { ForgotForm as Component } from '../features/auth/forgot-form.tsx'
