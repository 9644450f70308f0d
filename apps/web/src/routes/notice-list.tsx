import { AnnouncementList } from '../features/announcements/AnnouncementList.tsx'

export const Component = AnnouncementList
