import { MailLogin } from '../features/session/MailLogin.tsx'

export const Component = MailLogin
