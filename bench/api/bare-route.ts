import { zstdCompressSync } from 'node:zlib'
import fastify from 'fastify'

/** A route without a market behind it that answers every request with the same compressed text: what sending it costs. */
const app = fastify()
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => done(null, body))
process.once('message', async ({ text }: { text: string }) => {
  const body = zstdCompressSync(Buffer.from(text))
  app.all('/*', async (_, reply) =>
    reply.headers({ 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'zstd' }).send(body),
  )
  process.send?.({ url: await app.listen({ port: 0, host: '127.0.0.1' }) })
})
process.once('disconnect', () => void app.close().then(() => process.exit(0)))
