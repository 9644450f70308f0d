import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildWeb, WEB_DIR } from '../../scripts/market/web-build.ts'
import {
  gzippedSize,
  MOST_FILES_OF_ITEM,
  MOST_OF_CHARTS,
  MOST_OF_LEDGER,
  MOST_OF_PAGE,
  MOST_OF_TABLE,
  MOST_SCRIPT,
  scriptsOfHome,
  scriptsOfPart,
} from '../../scripts/testing/first-view.ts'

it('the script that home stands on weighs no more than it may, and none of it is Chinese', async () => {
  await buildWeb(() => undefined, new AbortController().signal)
  const scripts = scriptsOfHome(WEB_DIR)
  const bodyOf = (path: string) => readFileSync(join(WEB_DIR, path))
  // Counts everything: the entry, its preloads, home's own code and home's imports.
  for (const name of ['index', 'react', 'base', 'home']) expect(scripts.join(' '), name).toMatch(new RegExp(`assets/${name}-`))
  const sizes = Object.fromEntries(scripts.map((path) => [path, gzippedSize([bodyOf(path)])]))
  expect(gzippedSize(scripts.map(bodyOf)), JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_SCRIPT)
  // The switch names each language in that language.
  const chinese = scripts.filter((path) =>
    bodyOf(path)
      .toString('utf8')
      .replaceAll('中文', '')
      .match(/\p{Script=Han}/u),
  )
  expect(chinese).toEqual([])
})

it('a page asks for both faces and for what it stands on before its code is there', async () => {
  const page = readFileSync(join(WEB_DIR, 'index.html'), 'utf8')
  const fonts = [...page.matchAll(/<link rel="preload" as="font"[^>]* href="\/assets\/(\w+)-/g)].map((match) => match[1])
  expect(fonts.toSorted()).toEqual(['fraunces', 'inter'])
  expect(page.indexOf('/theme.js')).toBeLessThan(page.indexOf('type="module"'))
})

it('its modules are compiled while they arrive, and the build lists the files of its pages', () => {
  const pages: Record<string, string[]> = JSON.parse(readFileSync(join(WEB_DIR, 'pages.json'), 'utf8'))
  for (const file of Object.values(pages).flat()) expect(existsSync(join(WEB_DIR, file)), file).toBe(true)
  const core = scriptsOfHome(WEB_DIR).filter((path) => /assets\/(react|data|base)-/.test(path))
  expect(core.map((path) => readFileSync(join(WEB_DIR, path), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n'))).toEqual([
    true,
    true,
    true,
  ])
})

it('none of its files waits for one that waits for it, and none is of the pages behind it', () => {
  const files = readdirSync(join(WEB_DIR, 'assets')).filter((name) => name.endsWith('.js'))
  const importsOf = (name: string) =>
    [...readFileSync(join(WEB_DIR, 'assets', name), 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const imports = new Map(files.map((name) => [name, importsOf(name)]))
  const behind = (name: string, found = new Set<string>()): Set<string> => {
    for (const next of imports.get(name) ?? []) if (!found.has(next)) behind(next, found.add(next))
    return found
  }
  expect(imports.get(files.find((name) => name.startsWith('home-')) ?? '')?.length).toBeGreaterThan(2)
  expect(files.filter((name) => behind(name).has(name))).toEqual([])
  expect(scriptsOfHome(WEB_DIR).filter((path) => /assets\/(acts|figures|lists|pieces|works)-/.test(path))).toEqual([])
})

it('[F-103] an item’s page is few files, and none of them is of a dialog', () => {
  const pages: Record<string, string[]> = JSON.parse(readFileSync(join(WEB_DIR, 'pages.json'), 'utf8'))
  const files = pages.detail ?? []
  expect(files.join(' ')).toMatch(/assets\/detail-.*\.js/)
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(MOST_FILES_OF_ITEM)
  expect(files.filter((path) => /dialog|fullscreen|abi|signatures/i.test(path))).toEqual([])
  // What every page loads later comes as one.
  expect(readdirSync(join(WEB_DIR, 'assets')).filter((name) => /^(live|history-layers|cut-titles)-.*\.js$/.test(name))).toEqual([])
})

it('[COLP-09] a page with a bound of its own keeps to it; its table or its charts come when they are chosen', () => {
  const pages: Record<string, string[]> = JSON.parse(readFileSync(join(WEB_DIR, 'pages.json'), 'utf8'))
  const sizeOf = (paths: readonly string[]) => gzippedSize(paths.map((path) => readFileSync(join(WEB_DIR, path))))
  for (const [page, most] of Object.entries(MOST_OF_PAGE)) {
    const scripts = (pages[page] ?? []).filter((path) => path.endsWith('.js'))
    expect(scripts.length, page).toBeGreaterThan(0)
    expect(sizeOf(scripts), page).toBeLessThanOrEqual(most)
  }
  for (const [part, page, most] of [
    ['RowTable', 'explore', MOST_OF_TABLE],
    ['AnalyticsTab', 'collection', MOST_OF_CHARTS],
    ['PortfolioPage', 'items', MOST_OF_LEDGER],
  ] as const) {
    const scripts = scriptsOfPart(WEB_DIR, part, pages[page] ?? [])
    // None of it came with the page.
    expect(
      scripts.some((path) => path.startsWith(`assets/${part}-`)),
      part,
    ).toBe(true)
    expect(sizeOf(scripts), part).toBeLessThanOrEqual(most)
  }
})
