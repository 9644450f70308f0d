import { expect, it } from 'vitest'
import { aPicture, multipart } from '../../test/content/files.ts'
import { openTestServer, PEOPLE } from '../../test/market/harness.ts'

it('shows a smaller copy of every picture that was taken, also of one with a blemish', async () => {
  const server = await openTestServer()
  const { token } = await server.signIn(PEOPLE.alice)
  const jpeg = await aPicture('jpeg', 900, 900)
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]))
  // Extraneous bytes before a marker: decoders warn and continue.
  const content = Buffer.concat([jpeg.subarray(0, scan), Buffer.from([1, 2, 3]), jpeg.subarray(scan)])
  const { body, options } = multipart([{ name: 'file', filename: 'a.jpg', content }], token)
  const { data } = await server.post('/storage/upload', body, options)
  const { url } = data as { url: string }
  const copy = await server.app.inject({ method: 'GET', url: `${url}!200x200` })
  expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'image/webp'])
  await server.close()
})
