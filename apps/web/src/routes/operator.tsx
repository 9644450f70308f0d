import { OperatorPage } from '../features/operator/OperatorPage.tsx'

export const Component = OperatorPage
