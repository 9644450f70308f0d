import { News } from '../features/messages/News.tsx'

export const Component = News
