import { AnnouncementPage } from '../features/announcements/AnnouncementPage.tsx'

export const Component = AnnouncementPage
