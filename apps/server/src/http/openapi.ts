import { readFile } from 'node:fs/promises'
import examples from '@plinth/api/examples' with { type: 'json' }
import { openApiOf } from '@plinth/api/openapi'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { Answer } from './answers.ts'
import { sendTagged } from './etags.ts'
import { openApiPage } from './openapi-page.ts'

const HOUR = 'public, max-age=3600'
/** The site may be renamed at run time. */
const MINUTE = 'public, max-age=60'

/** `/openapi.json`: the catalogue for programs; `/openapi`: the API reference, one page without a script. */
export function registerOpenApi(app: FastifyInstance, { config: { origins, prefix }, site }: Pick<Context, 'config' | 'site'>): void {
  const url = `${origins[0] ?? ''}${prefix}`
  const write = (title: string) => {
    const document = openApiOf({ title, url, examples })
    return { title, json: new Answer(JSON.stringify(document)), page: openApiPage(document) }
  }
  // Written on the first request: it takes as long as the rest of the app.
  let written: ReturnType<typeof write> | undefined
  const current = () => {
    const title = site.name()
    written = written?.title === title ? written : write(title)
    return written
  }
  app.get('/openapi.json', { compress: false }, async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    return sendTagged(request, reply, current().json, { type: 'application/json', cacheControl: MINUTE })
  })
  app.get('/openapi', async (_, reply) => reply.header('cache-control', MINUTE).type('text/html; charset=utf-8').send(current().page))
  app.get('/openapi.css', async (_, reply) =>
    reply
      .header('cache-control', HOUR)
      .type('text/css')
      .send(await readFile(new URL('openapi-page.css', import.meta.url), 'utf8')),
  )
}
