import { afterAll, beforeAll, expect, it } from 'vitest'
import { type S3Server, startS3 } from '../../test/content/content-stores.ts'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'
import { examine } from './doctor.ts'

let s3: S3Server
let server: TestServer
beforeAll(async () => {
  s3 = await startS3()
  server = await openTestServer({ storage: s3.config })
})
afterAll(async () => {
  await server?.close()
  await s3?.close()
})

it('[F-39] the doctor finds a sound S3 well, and what it has lost', async () => {
  const { db, media } = server.context
  const kept = await Promise.all(['one', 'two', 'three'].map((name) => media.putJson(db, JSON.stringify({ name }))))
  const look = async () => {
    const findings = await examine(server.context, { isOurs: undefined, keys: undefined, tryMail: undefined })
    return findings.flatMap(({ about, state }) => (/^(files|contents)$/.test(about.en) ? [`${about.en} ${state}`] : []))
  }
  expect(await look()).toEqual(['files well', 'contents well'])
  await media.store.remove(kept[1]?.cid ?? '')
  expect(await look()).toEqual(['files well', 'contents ill'])
})
