import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../../context.ts'
import { exploreItems } from '../../views/explore/explore.ts'

export const exploreCalls = { items: exploreItems } satisfies Handlers<Catalogue['explore'], RequestContext, SharedContext>
