import type { Catalogue, Handlers } from '@plinth/api'
import type { RequestContext, SharedContext } from '../context.ts'
import { listCategories } from '../modules/categories/service.ts'

export const categoryCalls = {
  list: (context) => listCategories(context.db),
} satisfies Handlers<Catalogue['category'], RequestContext, SharedContext>
