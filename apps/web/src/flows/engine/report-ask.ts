import type { REPORT_KIND } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useSyncExternalStore } from 'react'

/** What a report is about. */
export type Reported = { kind: (typeof REPORT_KIND)[keyof typeof REPORT_KIND]; address: Address; tokenId?: bigint; chainId?: number }

const listeners = new Set<() => void>()
let asked: Reported | undefined

/** Opens the report dialog over any page; undefined closes it. */
export function askReport(subject: Reported | undefined): void {
  asked = subject
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useReportAsk = (): Reported | undefined => useSyncExternalStore(subscribe, () => asked)
