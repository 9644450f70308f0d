import { MailRegister } from '../features/session/MailRegister.tsx'

export const Component = MailRegister
