import { V1_PREFIX } from '@plinth/api/v1'
import examples from '@plinth/api/v1/examples' with { type: 'json' }
import { v1OpenApiOf } from '@plinth/api/v1/openapi'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { Answer } from '../answers.ts'
import { sendTagged } from '../etags.ts'

const OPEN_API = '/openapi.json'
/** The site may be renamed at run time. */
const MINUTE = 'public, max-age=60'

export const openApiUrlOf = ({ origins }: Context['config']): string => `${origins[0] ?? ''}${V1_PREFIX}${OPEN_API}`

/** `/v1/openapi.json`: the resources for programs. */
export function registerV1OpenApi(v1: FastifyInstance, { config, site }: Pick<Context, 'config' | 'site'>): void {
  // Written on the first request.
  let written: { readonly title: string; readonly answer: Answer } | undefined
  v1.get(OPEN_API, { helmet: false, compress: false }, async (request, reply) => {
    const title = site.name()
    if (written?.title !== title)
      written = { title, answer: new Answer(JSON.stringify(v1OpenApiOf({ title, origin: config.origins[0] ?? '', examples }))) }
    return sendTagged(request, reply, written.answer, { type: 'application/json', cacheControl: MINUTE })
  })
}
