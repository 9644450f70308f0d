import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../../context.ts'
import { exploreItems } from '../../views/explore/explore.ts'
import { findCollections } from './collections.ts'

export const exploreCalls = { items: exploreItems, collections: findCollections } satisfies Handlers<
  Catalogue['explore'],
  RequestContext,
  SharedContext
>
