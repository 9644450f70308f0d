import { expect, it } from 'vitest'
import { openTestServer } from '../../test/market/harness.ts'

it('counts a visitor behind a proxy by the address the proxy saw, not by the header sent', async () => {
  const server = await openTestServer({ trustProxy: 1, limits: { requestsPerIp: 2 } })
  const ask = async (forwarded: string) => (await server.post('/category/list', {}, { headers: { 'x-forwarded-for': forwarded } })).errno
  expect([await ask('1.1.1.1, 9.9.9.9'), await ask('2.2.2.2, 9.9.9.9'), await ask('3.3.3.3, 9.9.9.9')]).toEqual([undefined, undefined, 429])
  expect(await ask('1.1.1.1, 8.8.8.8')).toBeUndefined()
  await server.close()
})
