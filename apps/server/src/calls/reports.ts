import { AppError, type Catalogue, type Handlers } from '@plinth/api'
import type { RequestContext } from '../context.ts'
import { addReport } from '../modules/reports/service.ts'

export const reportCalls = {
  add: async (context, { kind, address, tokenId, text, chainId }) => {
    const said = text.trim()
    if (said === '') throw new AppError('BAD_ARGUMENT', { field: 'message' })
    await addReport(context, { kind, address, tokenId, text: said, chainId })
    return {}
  },
} satisfies Handlers<Catalogue['report'], RequestContext>
