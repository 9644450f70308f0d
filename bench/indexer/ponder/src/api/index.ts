import { db } from 'ponder:api'
import { token } from 'ponder:schema'
import { Hono } from 'hono'
import { eq } from 'ponder'

const app = new Hono()

app.get('/owner/:id', async (context) => {
  const [row] = await db
    .select()
    .from(token)
    .where(eq(token.id, BigInt(context.req.param('id'))))
  return context.json({ owner: row?.owner ?? null })
})

export default app
