/** Largest uint256: the "unlimited" approval (document A §9). */
export const MAX_UINT256 = 2n ** 256n - 1n
/** Digits a number may have, those of 2^256 - 1 (document A §9). */
export const MAX_DIGITS = 78

/** Milliseconds (document A §9, document B §9). */
export const TIMERS_MS = {
  httpTimeout: 50_000,
  chunkLoad: 120_000,
  heartbeat: 20_000,
  walletCheck: 300,
  banner: 6_000,
  countdownTick: 1_000,
  stepDelay: 100,
  explosion: 1_500,
  toast: 2_000,
} as const

/** Rows per page (document A §9, decision 9). */
export const PAGE = {
  default: 20,
  max: 100,
  contractsMax: 1_000,
  homeAuctions: 4,
  homeBoxes: 5,
  homeBoxesShown: 4,
  suggestions: 5,
} as const

/** Characters (document A §5, decision 18). */
export const LENGTHS = {
  password: { min: 6, max: 20 },
  nickname: { min: 0, max: 50 },
  brief: { min: 0, max: 200 },
  shortUrl: { min: 3, max: 30 },
} as const

/** Boxes per open (decision 25). */
export const MAX_BOXES_PER_OPEN = 10
/** Bidders of one auction (document B §9, decision 30). */
export const MAX_AUCTION_BIDDERS = 200
/** Fees and royalties on chain, each in bps of 10000. */
export const MAX_FEE_BPS = 1_000n
/** Shipped fee of each side, in bps (decision 21). */
export const DEFAULT_FEE_BPS = 250n

/** Seconds. */
export const ORDER_LIFE_S = 30 * 86_400
export const LOCK_LIFE_S = 600
/** Unsynced collections older than this are hidden from the create lists (document B §9). */
export const UNSYNCED_COLLECTION_S = 3_600
/** Hours from an auction's end to its expiry (decision 29). */
export const AUCTION_EXPIRE_HOURS = 72
