import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { findCollections } from '../modules/explore/collections.ts'
import { exploreItems } from '../read/explore/explore.ts'

export const exploreCalls = { items: exploreItems, collections: findCollections } satisfies Handlers<
  Catalogue['explore'],
  RequestContext,
  SharedContext
>
