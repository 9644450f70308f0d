import { constants, zstdCompressSync } from 'node:zlib'
import fastify, { type FastifyReply } from 'fastify'
import pg from 'pg'
import { ITEM, listOf } from './plain-statements.ts'

/** The market's home and an item by one prepared statement each: what our own ways are measured against. It has no ETags. */
type Order = { readonly databaseUrl: string; readonly chainIds: readonly number[] }
type Key = { readonly chain: string; readonly collection: string; readonly tokenId: string }
type Row = { card: string; created_at: string; chain_id: string; collection: Buffer; token_id: string }

const app = fastify()
process.once('message', async ({ databaseUrl, chainIds }: Order) => {
  // Planned for each request, the list takes twice as long in the database.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16, options: '-c plan_cache_mode=force_generic_plan -c jit=off' })
  app.get<{ Querystring: { limit?: string } }>('/v1/items', async (request, reply) => {
    const limit = Math.min(200, Number(request.query.limit ?? 20))
    const { rows } = await pool.query<Row>({ name: `list of ${limit}`, text: listOf(limit + 1), values: [now(), chainIds] })
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const next = last ? `,"next":"${cursorOf(last)}"` : ''
    return send(
      reply,
      `{"list":[${rows
        .slice(0, limit)
        .map(({ card }) => card)
        .join(',')}]${next}}`,
    )
  })
  app.get<{ Params: Key }>('/v1/items/:chain/:collection/:tokenId', async ({ params: { chain, collection, tokenId } }, reply) => {
    const values = [now(), chain, Buffer.from(collection.slice(2), 'hex'), tokenId]
    const { rows } = await pool.query<{ record: string }>({ name: 'item', text: ITEM, values })
    return rows[0] ? send(reply, rows[0].record) : reply.code(404).send()
  })
  process.once(
    'disconnect',
    () =>
      void app
        .close()
        .then(() => pool.end())
        .then(() => process.exit(0)),
  )
  process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })
})

const now = (): number => Math.floor(Date.now() / 1_000)

/** As our own ways compress. */
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

function send(reply: FastifyReply, text: string): FastifyReply {
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'zstd' })
    .send(zstdCompressSync(Buffer.from(text), ZSTD))
}

const cursorOf = ({ created_at, chain_id, collection, token_id }: Row): string =>
  Buffer.from(JSON.stringify([created_at, chain_id, collection.toString('hex'), token_id])).toString('base64url')
