import { MailPassword } from '../features/session/MailPassword.tsx'

export const Component = MailPassword
