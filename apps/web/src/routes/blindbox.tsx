import { BoxesPage } from '../features/boxes/BoxesPage.tsx'

export const Component = BoxesPage
