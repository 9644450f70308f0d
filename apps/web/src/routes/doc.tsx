import { DocPage } from '../features/doc/DocPage.tsx'

export const Component = DocPage
