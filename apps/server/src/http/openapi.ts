import { readFile } from 'node:fs/promises'
import examples from '@plinth/api/examples' with { type: 'json' }
import { openApiOf } from '@plinth/api/openapi'
import type { FastifyInstance } from 'fastify'
import type { ServerConfig } from '../config.ts'
import { openApiPage } from './openapi-page.ts'

const DAY = 'public, max-age=3600'

/** `/openapi.json`: the catalogue for programs; `/openapi`: the same for people, without a script. */
export function registerOpenApi(app: FastifyInstance, { site, origins, prefix }: ServerConfig): void {
  const document = openApiOf({ title: site.name, url: `${origins[0] ?? ''}${prefix}`, examples })
  const [json, page] = [JSON.stringify(document), openApiPage(document)]
  app.get('/openapi.json', async (_, reply) =>
    reply.headers({ 'cache-control': DAY, 'access-control-allow-origin': '*' }).type('application/json').send(json),
  )
  app.get('/openapi', async (_, reply) => reply.header('cache-control', DAY).type('text/html; charset=utf-8').send(page))
  app.get('/openapi.css', async (_, reply) =>
    reply
      .header('cache-control', DAY)
      .type('text/css')
      .send(await readFile(new URL('openapi-page.css', import.meta.url), 'utf8')),
  )
}
