export * from './app-error.ts'
export * from './argument-words.ts'
export * from './call.ts'
export { EXPLORE_CALLS } from './calls/explore.ts'
export * from './calls/item.ts'
export type { AccountExport } from './calls/mail-login.ts'
export { OPERATOR_CALLS } from './calls/operator.ts'
export { RATE_CALLS } from './calls/rates.ts'
export { REPORT_KIND } from './calls/report.ts'
export { STATISTIC_CALLS } from './calls/statistics.ts'
export * from './calls/storage.ts'
export { VIEWER_CALLS, type ViewerMark } from './calls/viewer.ts'
export * from './catalogue.ts'
export * from './client.ts'
export { type Encoder, encoderOf } from './encoder.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './languages.ts'
export * from './pages/claim.ts'
export * from './pages/en.ts'
export * from './pages/title.ts'
export * from './pages/zh.ts'
export * from './reverts.ts'
export * from './schemas/auctions.ts'
export * from './schemas/boxes.ts'
export * from './schemas/catalogue.ts'
export * from './schemas/collections.ts'
export * from './schemas/explore.ts'
export {
  type ChainAddress,
  FACET_NAMES,
  FACETS,
  type FacetName,
  type FacetValue,
  ITEM_STATUSES,
  type ItemStatus,
  MEDIA_KINDS,
  STANDARDS,
} from './schemas/facets.ts'
export * from './schemas/item-cards.ts'
export * from './schemas/items.ts'
export * from './schemas/notices.ts'
export type * from './schemas/operator.ts'
export * from './schemas/orders.ts'
export * from './schemas/page.ts'
export * from './schemas/people.ts'
export type * from './schemas/rarity.ts'
export type * from './schemas/rates.ts'
export * from './schemas/statistics.ts'
