import type { ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'
import { PartFailed } from './states.tsx'

type Props = {
  of: { isPending: boolean; data: unknown; refetch: () => unknown }
  /** What is said where it did not come. */
  failed: string
  children: ReactNode
}

/** What a panel shows once it is there. */
export function Arrived({ of, failed, children }: Props) {
  if (of.isPending) return <Spinner />
  return of.data === undefined ? <PartFailed text={failed} retry={of.refetch} /> : children
}
