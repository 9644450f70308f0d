/** Sums of an account, in the order of the strip. */
export const SUMS = ['floorValue', 'offerValue', 'spent', 'earned', 'royalties', 'fees', 'realised', 'onPaper'] as const
export type SumKey = (typeof SUMS)[number]

const isProfit = (of: string): boolean => of === 'realised' || of === 'onPaper'

export const signOf = (value: bigint, of: string): string => (value < 0n ? '−' : isProfit(of) && value > 0n ? '+' : '')

/** Falling figures stay ink: red never means loss. */
export const toneOf = (value: bigint, of: string): string => (isProfit(of) && value > 0n ? 'rising' : '')
