import type { REPORT_KIND } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { create } from 'zustand'

/** What a report is about. */
export type Reported = { kind: (typeof REPORT_KIND)[keyof typeof REPORT_KIND]; address: Address; tokenId?: bigint; chainId?: number }

export const useReportAsk = create<Reported | undefined>(() => undefined)

/** Opens the report dialog over any page; undefined closes it. */
export const askReport = (subject: Reported | undefined): void => useReportAsk.setState(subject, true)
