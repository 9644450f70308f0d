import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import examples from '@plinth/api/examples' with { type: 'json' }
import { type OpenApiDocument, openApiOf } from '@plinth/api/openapi'
import {
  callsOf,
  escapeHtml,
  htmlPage,
  introduction,
  RECORDS,
  type ReferenceLinks,
  recordId,
  recordsSection,
  segmentSection,
} from '../../apps/server/src/http/openapi-parts.ts'
import { ROOT } from '../checks/sources.ts'
import { failWithSentence } from '../market/fail.ts'

const DEFAULT_FOLDER = join(ROOT, 'dist/api-reference')
const COPIED = { 'openapi.css': 'apps/server/src/http/openapi-page.css', 'favicon.svg': 'apps/web/public/favicon.svg' }
const INDEX = 'index.html'

/** Writes the API reference as static pages with relative links, which any static host can serve without a market. */
export function writeReference(folder: string): readonly string[] {
  const document = openApiOf({ title: 'Plinth', url: '', examples })
  const files = new Map([...pagesOf(document), ['openapi.json', `${JSON.stringify(document, null, 2)}\n`]])
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
  for (const [name, source] of Object.entries(COPIED)) copyFileSync(ROOT + source, join(folder, name))
  return [...files.keys(), ...Object.keys(COPIED)]
}

/** An index, a page for each segment, and one for the records, by file name. */
function pagesOf(document: OpenApiDocument): Map<string, string> {
  const segments = document.tags.map(({ name }) => name)
  const beside: ReferenceLinks = { files: '', toRecord: (name) => `${fileOf(RECORDS)}#${recordId(name)}` }
  const inPage: ReferenceLinks = { ...beside, toRecord: (name) => `#${recordId(name)}` }
  const page = (name: string, main: string) => {
    const contents = [...segments, RECORDS].map((each) => ({ name: each, href: fileOf(each), isCurrent: each === name }))
    const header = `<h1><a href="${INDEX}">${escapeHtml(document.info.title)}</a></h1>`
    return [fileOf(name), htmlPage({ title: `${name} – ${document.info.title}`, files: '', header, contents, main })] as const
  }
  return new Map([
    [INDEX, indexPage(document, segments)],
    ...segments.map((segment) => page(segment, segmentSection(document, segment, beside))),
    page(RECORDS, recordsSection(document, inPage)),
  ])
}

function indexPage(document: OpenApiDocument, segments: readonly string[]): string {
  const sections = segments.map((segment) => {
    const calls = callsOf(document, segment).map(
      ({ operationId, path, summary }) =>
        `<li><a href="${fileOf(segment)}#${operationId}"><code>${escapeHtml(path)}</code></a> ${escapeHtml(summary)}</li>`,
    )
    return `<section><h2><a href="${fileOf(segment)}">${segment}</a></h2><ul>${calls.join('')}</ul></section>`
  })
  return htmlPage({
    title: document.info.title,
    files: '',
    header: introduction(document, ''),
    contents: [...segments, RECORDS].map((name) => ({ name, href: fileOf(name) })),
    main: sections.join(''),
  })
}

function fileOf(name: string): string {
  return `${name}.html`
}

if (import.meta.main)
  await failWithSentence(async () => {
    const [given] = process.argv.slice(2)
    const folder = given === undefined ? DEFAULT_FOLDER : resolve(given)
    console.log(`Wrote ${writeReference(folder).length} files to ${folder}.`)
  })
