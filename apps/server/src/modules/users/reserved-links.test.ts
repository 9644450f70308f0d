import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTestServer } from '../../../test/market/harness.ts'
import { isReservedLink } from './reserved-links.ts'

const ROOT = join(import.meta.dirname, '../../../../..')

it('[F-28] keeps every first segment of a path of the web app', () => {
  const router = readFileSync(join(ROOT, 'apps/web/src/app/router.tsx'), 'utf8')
  const paths = [...router.matchAll(/path: '([\w-]+)/g)].map(([, segment = '']) => segment.toLowerCase())
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((segment) => segment.length >= 3 && !isReservedLink(segment, 'Plinth'))).toEqual([])
})

it('[F-28] keeps every first segment of a path of the server', async () => {
  const server = await openTestServer()
  const routes = server.app.printRoutes({ commonPrefix: false })
  const nodes = [...routes.matchAll(/^([│\s]*)[├└]── \/?([a-z][a-z-]*)/gm)]
  const top = Math.min(...nodes.map(([, indent = '']) => indent.length))
  const paths = nodes.filter(([, indent = '']) => indent.length === top).map(([, , segment = '']) => segment)
  expect(paths).toContain('api')
  expect(paths.filter((segment) => segment.length >= 3 && !isReservedLink(segment, 'Plinth'))).toEqual([])
  await server.close()
})

it.each(['admin', 'operator', 'api', 'plinth', 'p1inth', 'plinth-support', 'support'])('[F-28] keeps %s', (link) => {
  expect(isReservedLink(link, 'Plinth')).toBe(true)
})

it.each(['---', '0x1', '0xabc'])('refuses %s, which names no account', (link) => {
  expect(isReservedLink(link, 'Plinth')).toBe(true)
})

it.each(['alice', 'a--', '123', 'plinthos', 'oslo-2026', 'apis'])('[F-28] leaves %s to an account', (link) => {
  expect(isReservedLink(link, 'Plinth')).toBe(false)
})
