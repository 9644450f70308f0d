import { OwnItems } from '../features/account/AccountPage.tsx'

export const Component = OwnItems
