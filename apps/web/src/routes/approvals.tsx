export { ApprovalsPage as Component } from '../features/approvals/ApprovalsPage.tsx'
