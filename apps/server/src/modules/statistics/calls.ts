import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../../context.ts'
import { listSimilar } from '../../views/similar-items.ts'
import { getRarity, listAttributeFloors } from './rarity.ts'
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
} from './service.ts'

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
