import { Connect } from '../features/session/Connect.tsx'

export const Component = Connect
