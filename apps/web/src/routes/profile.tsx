import { ProfilePage } from '../features/profile/ProfilePage.tsx'

export const Component = ProfilePage
