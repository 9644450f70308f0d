import { ApprovalsPage } from '../features/approvals/ApprovalsPage.tsx'

export function Component() {
  return <ApprovalsPage />
}
