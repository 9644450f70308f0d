import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { getRarity, listAttributeFloors } from '../modules/statistics/rarity.ts'
import {
  getAccountStatistics,
  getChart,
  getCollectionStatistics,
  getDepth,
  listActivityOf,
  listCollectionHolders,
  listCollectionSales,
  listSparklines,
  rankCollections,
  rankPeople,
} from '../modules/statistics/service.ts'
import { listSimilar } from '../read/lists/similar-items.ts'

export const statisticCalls = {
  collection: getCollectionStatistics,
  chart: getChart,
  sales: listCollectionSales,
  depth: getDepth,
  sparklines: listSparklines,
  holders: listCollectionHolders,
  activity: listActivityOf,
  rankings: rankCollections,
  people: rankPeople,
  account: getAccountStatistics,
  rarity: getRarity,
  attributes: listAttributeFloors,
  similar: listSimilar,
} satisfies Handlers<Catalogue['statistics'], RequestContext, SharedContext>
